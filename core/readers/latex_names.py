"""The commands of LaTeX and its common packages, to name those that nothing defines."""

from __future__ import annotations

import re
from functools import lru_cache

_COMMAND = re.compile(r"\\([A-Za-z]+)")
_INLINE_VERBATIM = re.compile(r"\\verb\*?([^A-Za-z*\s])[^\r\n]{0,200}?\1")
_VERBATIM = ("verbatim", "lstlisting", "minted")
# Plain LaTeX, amsmath, amssymb, amsthm, mathtools and common layout. What is missing here costs a needless finding.
_KNOWN = (
    "binom dfrac tfrac cfrac dbinom tbinom genfrac operatorname operatornamewithlimits left right middle big Big "
    "bigg Bigg bigl bigr bigm Bigl Bigr Bigm biggl biggr biggm Biggl Biggr Biggm bmod pmod mod pod implies iff "
    "impliedby substack limits nolimits displaylimits notag nonumber tag intertext shortintertext hfill vfill "
    "noindent indent displaystyle textstyle scriptstyle scriptscriptstyle overset underset stackrel boxed cancel "
    "bcancel xcancel phantom vphantom hphantom smash gcd lcm coloneqq eqqcolon coloneq colon vcentcolon qedhere qed "
    "qedsymbol square begin end item label ref eqref pageref cref Cref autoref nameref vref hyperref cite citep "
    "citet citeauthor citeyear nocite footnote footnotetext footnotemark thanks url href emph textbf textit textsc "
    "textsf texttt textrm textnormal textup textmd textsl text mbox hbox fbox mathrm mathbf mathit mathsf mathtt "
    "mathbb mathcal mathfrak mathscr boldsymbol bm pmb mathbin mathrel mathop mathord mathopen mathclose mathpunct "
    "mathinner mathstrut strut overline underline overbrace underbrace overrightarrow overleftarrow widehat "
    "widetilde hat tilde bar vec dot ddot dddot acute grave check breve mathring frac sqrt root of over atop choose "
    "brace brack sum prod coprod int iint iiint oint bigcup bigcap bigsqcup bigvee bigwedge bigoplus bigotimes "
    "bigodot biguplus lim limsup liminf varlimsup varliminf injlim projlim max min sup inf arg det dim deg ker hom "
    "exp log ln lg sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth Pr to mapsto longmapsto "
    "rightarrow leftarrow leftrightarrow Rightarrow Leftarrow Leftrightarrow longrightarrow longleftarrow "
    "Longrightarrow Longleftarrow Longleftrightarrow longleftrightarrow hookrightarrow hookleftarrow "
    "twoheadrightarrow rightarrowtail xrightarrow xleftarrow xmapsto rightharpoonup rightleftharpoons uparrow "
    "downarrow nearrow searrow upharpoonright restriction le leq leqslant ge geq geqslant ll gg lt gt ne neq not "
    "equiv cong approx sim simeq propto in ni notin subset subseteq subsetneq supset supseteq supsetneq nsubseteq "
    "nsupseteq mid nmid parallel nparallel perp vdash dashv models prec preceq succ succeq lesssim gtrsim "
    "trianglelefteq triangleleft ntriangleleft ntrianglelefteq trianglerighteq triangleright triangle triangleq cup "
    "cap setminus smallsetminus sqcup sqcap uplus land lor lnot neg forall exists nexists emptyset varnothing infty "
    "partial nabla pm mp times div cdot ast star circ bullet oplus ominus otimes oslash odot dagger ddagger wr "
    "rtimes ltimes ldots cdots vdots ddots dots dotsc dotsb dotsm dotsi dotso langle rangle lfloor rfloor lceil "
    "rceil lvert rvert lVert rVert vert Vert lbrace rbrace lbrack rbrack lbag backslash prime alpha beta gamma "
    "delta epsilon varepsilon zeta eta theta vartheta iota kappa varkappa lambda mu nu xi pi varpi rho varrho sigma "
    "varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega aleph "
    "beth gimel ell hbar imath jmath wp Re Im angle measuredangle sphericalangle blacksquare Box Diamond lozenge "
    "diamond clubsuit spadesuit heartsuit top bot flat natural sharp complement because therefore quad qquad hspace "
    "vspace hskip vskip kern mkern mskip enspace thinspace medspace thickspace negthinspace nobreak allowbreak "
    "newline linebreak pagebreak par centering raggedright section subsection subsubsection paragraph subparagraph "
    "chapter part appendix caption includegraphics input include bibliography bibliographystyle bibitem newblock "
    "small large Large LARGE huge Huge tiny scriptsize footnotesize normalsize rm bf it sf tt sc sl em cal bfseries "
    "itshape scshape rmfamily ttfamily hline cline multicolumn arraystretch raisebox rotatebox scalebox resizebox "
    "makebox framebox parbox rule dotfill hrule vrule ensuremath protect relax color textcolor colorbox definecolor "
    "SI si num ang unit qty verb ar xymatrix arrow node draw path fill pgfmathsetmacro foreach LaTeX TeX S P dag "
    "ddag copyright pounds ss ae AE oe OE aa AA o O l L i j textquoteright textquoteleft textemdash textendash "
    "textellipsis textbackslash textasciitilde setlength setcounter addtocounter stepcounter refstepcounter value "
    "the numberwithin allowdisplaybreaks raggedbottom fi else ifmmode endproof proof sideset prescript adjustlimits "
    "mathclap mathllap mathrlap clap llap rlap cramped splitfrac xhookrightarrow xRightarrow shoveleft shoveright "
    "bigstar blacktriangle Vdash Vvdash doteq doteqdot asymp bowtie smile frown between pitchfork multimap leadsto "
    "rightsquigarrow curvearrowright circlearrowleft hslash Bbbk digamma eth mho Finv Game backprime maltese "
    "checkmark circledR leftthreetimes rightthreetimes dotplus barwedge veebar Cup Cap doublecup boxplus boxminus "
    "boxtimes boxdot intercal circledast nleq ngeq nless ngtr nsim ncong nprec nsucc vartriangle eqsim lessgtr "
    "gtrless approxeq thicksim thickapprox subseteqq supseteqq subsetneqq varpropto shortmid leqq geqq lneq gneq "
    "lneqq gneqq uproot leftroot iiiint idotsint oiint bigtriangleup bigtriangledown amalg surd roman Roman alph "
    "Alph arabic fnsymbol theenumi theenumii labelenumi textsuperscript textsubscript textls tagform eqnarray "
    "enquote glqq grqq glq grq flqq frqq og fg textcite parencite footcite autocite shortcite todo marginpar "
)


@lru_cache(maxsize=1)
def known_commands() -> frozenset[str]:
    """Names of commands that need no definition in a source."""
    return frozenset(_KNOWN.split())


def unknown_commands(text: str) -> list[str]:
    """The commands of ``text`` that no common package defines, each once, in order."""
    known = known_commands()
    # The common case at a tenth of the cost: whatever is left out below, what is there is known.
    if "\\" not in text or known.issuperset(_COMMAND.findall(text)):
        return []
    for name in _VERBATIM:
        parts = text.split(f"\\begin{{{name}}}")
        text = parts[0] + " ".join(part.partition(f"\\end{{{name}}}")[2] for part in parts[1:])
    found = dict.fromkeys(_COMMAND.findall(_INLINE_VERBATIM.sub(" ", text.replace("\\\\", " "))))
    return [name for name in found if name not in known]
