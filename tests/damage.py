"""Small sources with the constructs that readers know, and what does most harm when it stands among them."""

from __future__ import annotations

import re

_PIECE = re.compile(r"\\[A-Za-z@]+\*?|\\.|\s+|[^\W\d_]+|\d+|.", re.DOTALL)


def pieces(text: str) -> list[str]:
    """The commands, words, numbers, blanks and signs of a text."""
    return _PIECE.findall(text)


_THESIS = r"""\documentclass[ngerman]{scrbook}
\usepackage[utf8]{inputenc}
\newtheorem{satz}{Satz}[section]
\newtheorem{hilfs}[satz]{Hilfssatz}
\newcommand{\N}{\mathbb{N}}
\newcommand{\abs}[1]{\left|#1\right|}
\newcommand{\paar}[2][0]{(#1,#2)}
\def\halb#1{\frac{#1}{2}}
\let\eps\varepsilon
\newenvironment{bew}{\begin{proof}}{\end{proof}}
\begin{document}
\section{Anfang} % nichts
Wir schreiben $k$ für einen Körper.
\begin{hilfs}[Euklid]\label{lem:a} Für $x\in\N$ gilt $\abs{x}\ge 0$.\end{hilfs}
\begin{bew} Klar. \end{bew}
\begin{satz}\label{main}
\begin{equation}\label{eq:one} x = x \tag{$*$}\end{equation}
\end{satz}
\begin{proof}[Beweis von Satz~\ref{main}]
Sei $\eps > 0$. Nach \cref{lem:a} und \eqref{eq:one} gilt \verb|x % y|.

\begin{enumerate}
\item[(a)] Zuerst $\paar{1}$, $\paar[2]{3}$.
\item Dann $\halb{6}=3$.
\end{enumerate}
\iffalse Weg. \fi
\begin{align*} a &= b\\ &= c \qedhere \end{align*}
\end{proof}
\begin{figure}\includegraphics{x}\caption{Ein Bild.}\label{fig}\end{figure}
\end{document}
"""
_PAPER = r"""\begin{theorem}\label{t} TFAE: (i) $A$; (ii) $B$. \end{theorem}
\begin{proof}
\textbf{Step 1.} We show (i) $\Rightarrow$ (ii). Suppose $A$.
\begin{claim} It holds.\end{claim}
\begin{proof}[Proof of the claim] By \cite{K} and Figure~\ref{f}. \qed\end{proof}
\paragraph{Step 2.} Conversely, let $$x_{1} = \begin{cases} 1 & \text{if } n > 0,\\ 0\end{cases}$$
\begin{subequations}\begin{align} u &= v \label{e}\end{align}\end{subequations}
% \begin{verbatim}
\begin{comment} no \end{comment}
Hence, by~\eqref{e}, 30\% of $10$ is $3$. \input{part}
\end{proof}
\begin{thebibliography}{9}\bibitem{K} Knuth. \end{thebibliography}
"""
_NOTE = """---
title: Note
---
# Problem

**Theorem 3.1** (Euclid). There are *infinitely* many primes; it costs $5 and $6.

> [!proof]- Proof of Theorem 3.1
> Suppose for contradiction that $p_1, \\dots, p_n$ are all.
> $$N = p_1 \\cdots p_n + 1$$
>
> 1. Then $N &gt; 1$.
> 2. By (1), some $p \\mid N$. This is absurd. ∎

Remark. Not read. `code` ```
"""
_CHAT = """<think>
Let me see. Step 1. No.
</think>

### Attempt 1

Let \\(x = 1\\). Wait, this fails.

### Final answer

**Step 1:** We have
\\[ x^2 - 1 = (x-1)(x+1) \\]
so \\\\(x = 1\\\\) or $`y`$.

**Step 2:** Case 1: $n$ is even. Case 2: $n$ is odd. In both cases we are done. $\\blacksquare$

| a | b |
|---|---|
| 1 | 2 |

```math
1 + 1 = 2
```
"""
_LIST = """Aufgabe. Zeige, dass $n^2$ gerade ist.

Beweis:

1) Sei $n = 2k$; dann $n^2 = 4k^2$. (1)
2) Nach (1) folgt es, d.h. wegen $2 \\mid 4k^2$.

   - erst $a$
   - dann $b$

3) 证明完毕。 Q.E.D.

Proof of the claim. Indeed \u202e\U0001d53d e\u0301.
"""
_RECORD = r"""{"id": "r1", "problem": "Show $\\frac12 < 1$.", "steps": ["First, $x = \\alpha$.", "Then \\[x\\] é.",
 {"text": "So $\frac{1}{2} < 1$. \ud83d\ude00"}], "label": -1}
"""
_RECORDS = r"""[{"problem": "P", "proof": "Proof. Let $a = 1$.\n\n1. So $b = 2$.\n2. Hence $\\nu$. □"},
 {"id": 7, "question": "Q?", "model_output": "## Solution\nStep 1. a\nStep 2. b\n"}]
"""
_LINES = r"""{"id": "a", "nl_statement": "S", "nl_proof": "We have $x \\le y$.\r\n\r\nSo it is."}
{"id": "b", "statement": "T", "solution": "1. a\n2. b"}
"""
SOURCES = {
    "thesis.tex": _THESIS,
    "paper.tex": _PAPER,
    "paper.ltx": _PAPER.replace("\n", "\r\n"),
    "note.md": _NOTE,
    "chat.md": _CHAT,
    "list.txt": _LIST,
    "chat.txt": _CHAT.replace("\n", "\r"),
    "record.json": _RECORD,
    "records.json": _RECORDS,
    "lines.jsonl": _LINES,
    "-": _LIST,
}
HOSTILE = [
    *"\\{}[]()$%&#~^_`*>|\"'<!-:;,.\0\t\v\f\b\x1b\x7f\x85",
    *(
        "\r\n",
        "\r",
        "\n\n",
        "\u2028",
        "\u202e",
        "\u200b",
        "\ufeff",
        "\ud800",
        "\udc00",
        "\U0001f469\u200d",
        "e\u0301\u0323",
    ),
    *("$$", "\\[", "\\]", "\\(", "\\)", "\\\\(", "```", "~~~", "``", "\\begin{", "\\end{", "\\begin", "\\end"),
    *("\\begin{proof}", "\\end{proof}", "\\begin{theorem}", "\\end{theorem}", "\\begin{enumerate}", "\\end{document}"),
    *("\\begin{verbatim}", "\\end{verbatim}", "\\begin{comment}", "\\begin{figure}", "\\begin{align}", "\\iffalse"),
    *("\\fi", "\\else", "\\verb|", "\\verb", "\\item[", "\\input{/etc/passwd}", "\\input{../x}", "\\input{thesis}"),
    *("\\newcommand{\\N}{\\N\\N}", "\\newcommand{\\abs}[9]{#9#1}", "\\def\\abs#1.{", "\\let\\N\\abs"),
    *("\\newenvironment{bew}{\\begin{bew}}{\\end{bew}}", "\\newtheorem{proof}{Proof}", "\\let\\begin\\end"),
    *("\\NewDocumentCommand{\\N}{O{\\N} m}{#2#1}", "\\DeclareMathOperator{\\N}{\\N}", "\\begin{document}", "\\tag{"),
    *(
        "\\label{",
        "\\ref{",
        "\\include{",
        "Step 1. ",
        "Step 99999999999999999999. ",
        "Case 1: ",
        "Claim 1. ",
        "Proof. ",
    ),
    *(
        "Theorem 1. ",
        "Proof of ",
        "1. ",
        "(1) ",
        "(i) ",
        "# ",
        "> ",
        "> [!proof] ",
        "- ",
        "---\n",
        "===\n",
        "□",
        "Q.E.D.",
    ),
    *("<think>", "</think>", "&lt;", "&#x0;", "&#1114112;", '{"', '"}', "null", "NaN", "1e999", "[[[[[[[[", "\\u0000"),
    *("\\ud800", '"steps": ', '"problem": 1, ', "Suppose for contradiction that $x$. ", "This is absurd. "),
    *("Conversely, ", "By induction, ", "Wait, this fails. ", "(i) ⇒ (ii). ", "It suffices ", "By Lemma 1, ", "(⇐) "),
    *("TFAE ", "ſ", "ﬁ", "İ", "证毕", "第一步 ", "𝔽", "WLOG ", "Similarly, ", "is minimal ", "We give two proofs. "),
]
"""Tokens that open, close, define, include, hide or number something."""
