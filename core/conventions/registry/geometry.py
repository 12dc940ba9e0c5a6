"""Geometry."""

from __future__ import annotations

from .entry import Entry, reading, row

_FIELD = "geometry"

GEOMETRY: tuple[Entry, ...] = (
    row(
        "triangle_degenerate",
        "degenerate triangles",
        _FIELD,
        "May a triangle be degenerate (its corners on a line)?",
        (
            reading("no", "no", "the corners of a triangle are not on a line"),
            reading("yes", "yes", "three points on a line count as a triangle"),
        ),
        when="lengths are said to form a triangle with equality allowed, or a triangle inequality is used both ways",
        term=r"\btriangles?\b",
        also=r"\b(?:sides?|lengths?)\b",
        bears=r"\btriangle inequalit\w+\b.{0,60}(?:≤|≥|\bat (?:most|least)\b).{0,80}\b(?:equality|sufficient|form a triangle)|\bform (?:the sides of )?a triangle (?:if and only if|iff)\b.{0,60}[≤≥]",
        unless=r"degenerate|collinear|non-?zero area|strict",
        default="no",
    ),
    row(
        "directed_angles",
        "directed angles",
        _FIELD,
        "Are angles directed (modulo 180°) here?",
        (
            reading("undirected", "no", "∠ABC is between 0° and 180°"),
            reading("directed", "yes", "angles are directed, modulo 180°"),
        ),
        when="points on a circle give equal angles in a text that fixes neither their order nor directed angles",
        term=r"\bangles?\b|\\angle|∠",
        also=r"\bcircle|\bcyclic|\bconcyclic",
        bears=r"\b(?:in (?:any|either|both|all) configurations?|regardless of the (?:order|position|configuration))\b",
        unless=r"directed|mod(?:ulo)? ⟨?180|in this order|measuredangle",
        aliases={"no": "undirected", "yes": "directed"},
    ),
)
