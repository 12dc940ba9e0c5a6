import ProofSieve.Data

/-!
The word of the kernel: rebuild our statement and the proof of others from data, in an environment that has imported
the library only, and ask the kernel which claim the theorem proves. No text is elaborated and nothing of others is run.
-/

namespace ProofSieve
open Lean

open Elab Term in
/-- Elaborate the first of `terms` that this version of Lean takes. -/
def elabFirst (expected : Expr) : List Term → TermElabM Expr
  | [] => throwError "none of these is a term here"
  | term :: rest => do
    let saved ← saveState
    try
      withoutErrToSorry do
        let made ← elabTermEnsuringType term (some expected)
        synthesizeSyntheticMVarsNoPostponing
        instantiateMVars made
    catch _ =>
      saved.restore
      elabFirst expected rest

open Elab Term in
/-- The first of two terms that this version of Lean elaborates: signatures differ between versions. -/
elab "firstOf%" "(" first:term ";" second:term ")" : term <= expected =>
  elabFirst expected [first, second]

/-- Give a declaration to the kernel, without a bound of work: the process has one. -/
def kernelAdd (env : Environment) (declaration : Declaration) : Option Environment :=
  firstOf% (
    (env.addDeclCore 0 declaration none).toOption;
    (env.addDeclCore 0 0 declaration none).toOption)

def importAll (modules : Array Name) : IO Environment :=
  importModules (modules.map fun name => { module := name }) {}

structure Replay where
  env : Environment
  done : Std.HashSet Name := {}

abbrev ReplayM := StateT Replay (Except String)

def give (shown : Name) (declaration : Declaration) : ReplayM Unit := do
  match kernelAdd (← get).env declaration with
  | some env => modify fun s => { s with env }
  | none => throw s!"the kernel refuses {shown}"

def valueOf (c : Constant) : ReplayM Expr :=
  match c.value with
  | some value => pure value
  | none => throw s!"{c.name} has no value"

/-- Add a constant of `table` and before it those that it names; `skip` are there in another form. -/
partial def replay (table : Table) (skip : Name → Bool) (native : Name → Bool) (name : Name) : ReplayM Unit := do
  if skip name || (← get).done.contains name then return
  let some c := table.constants[name]? | return
  modify fun s => { s with done := s.done.insert name }
  unless c.safe do throw s!"{name} is unsafe or partial"
  match c.kind with
  | "constructor" | "recursor" => c.family.forM (replay table skip native)
  | "inductive" =>
    let family ← c.family.mapM fun member => match table.constants[member]? with
      | some found => pure found
      | none => throw s!"there is no {member}"
    for member in family do modify fun s => { s with done := s.done.insert member.name }
    let types ← family.mapM fun member => do
      let constructors ← member.constructors.mapM fun n => match table.constants[n]? with
        | some found => pure found
        | none => throw s!"there is no {n}"
      for made in constructors do modify fun s => { s with done := s.done.insert made.name }
      for part in member :: constructors do
        for used in part.type.getUsedConstants do replay table skip native used
      return ({ name := member.name, type := member.type,
                ctors := constructors.map fun made => { name := made.name, type := made.type } } : InductiveType)
    give name (.inductDecl c.levels c.parameters types false)
  | kind =>
    for used in c.used do replay table skip native used
    let base : ConstantVal := { name := name, levelParams := c.levels, type := c.type }
    match kind with
    | "theorem" => give name (.thmDecl { base with value := ← valueOf c, all := [name] })
    | "definition" =>
      give name (.defnDecl { base with value := ← valueOf c, hints := c.hints, safety := .safe, all := [name] })
    | "opaque" => give name (.opaqueDecl { base with value := ← valueOf c, isUnsafe := false, all := [name] })
    | "axiom" =>
      if native name then give name (.axiomDecl { base with isUnsafe := false })
      else throw s!"{name} is an axiom"
    | other => throw s!"{name} is a {other}"

def same (a b : Constant) (types : Name → Name → Bool) : Bool :=
  a.kind == b.kind && a.levels == b.levels && a.type == b.type && a.safe == b.safe &&
    (a.kind == "theorem" || a.value == b.value) && a.parameters == b.parameters && a.family == b.family &&
    a.constructors == b.constructors && a.constructors.all fun n => types n n

/-- The names of `table` that `start` rests on. -/
partial def closure (table : Table) (start : List Name) (seen : Std.HashSet Name := {}) : Std.HashSet Name :=
  start.foldl (init := seen) fun seen name =>
    if seen.contains name then seen else
      match table.constants[name]? with
      | none => seen
      | some c => closure table c.used.toList (seen.insert name)

def usedInLibrary (info : ConstantInfo) : Array Name :=
  let value : Option Expr := match info with
    | .defnInfo v => some v.value
    | .thmInfo v => some v.value
    | .opaqueInfo v => some v.value
    | _ => none
  let parts := match info with
    | .inductInfo v => v.ctors.toArray
    | .ctorInfo v => #[v.induct]
    | .recInfo v => v.all.toArray
    | _ => #[]
  info.type.getUsedConstants ++ (value.map (·.getUsedConstants)).getD #[] ++ parts

/-- Every axiom behind `start`: those of the tables, and those of the library. By name, in no order. -/
partial def axiomsOf (lookup : Name → Option Constant) (env : Environment) (start : List Name) :
    Array Name × Array Name :=
  go start {} #[] #[]
where
  go : List Name → Std.HashSet Name → Array Name → Array Name → Array Name × Array Name
  | [], _, own, library => (own, library)
  | name :: waiting, seen, own, library =>
    if seen.contains name then go waiting seen own library else
      let seen := seen.insert name
      match lookup name with
      | some c => go (c.used.toList ++ waiting) seen (if c.kind == "axiom" then own.push name else own) library
      | none => match env.find? name with
        | some info =>
          let library := if info matches .axiomInfo _ then library.push name else library
          go ((usedInLibrary info).toList ++ waiting) seen own library
        | none => go waiting seen own library

/-- An axiom that `native_decide` made (leanprover/lean4#12217): its name, and a type that says that a Boolean is
`true`. -/
def isNative (c : Constant) : Bool :=
  let marked := match c.name with
    | .str (.str (.str _ "_native") "native_decide") _ => true
    | _ => false
  marked && c.levels.isEmpty && match c.type with
    | .app (.app (.app (.const ``Eq _) (.const ``Bool _)) _) (.const ``Bool.true _) => true
    | _ => false

def plain (name : Name) : String := name.toString (escape := false)

def leading : Expr → List Name
  | .forallE n _ body _ => n :: leading body
  | _ => []

structure Request where
  nonce : String
  imports : Array Name
  claim : Name
  goals : Array String
  theorem_ : Name
  allowNative : Bool

structure Word where
  found : Option String := none
  proves : Array String := #[]
  own : Array String := #[]
  library : Array String := #[]
  native : Array String := #[]
  differing : Array String := #[]
  refused : Option String := none
  names : Array (Array String) := #[]
  bound : Array String := #[]

def nameOf (parts : Array String) : Name := parts.foldl (init := .anonymous) Name.str

def componentsOf (name : Name) : Array String := (name.components.map plain).toArray

def goalName (key : String) : Name := .str (.str (.str .anonymous "Audit") "goal") key
def wordName (key : String) : Name := .str (.str (.str .anonymous "Audit") "is") key
def theirs (name : Name) : Name := (.str (.str .anonymous "Audit") "theirs") ++ name

/-- Ask the kernel for one theorem: the claim by the proof itself, its negation by the proof itself, or its negation by a
bridge of ours that takes the proof. -/
def decides (env : Environment) (claim proof : Constant) (key : String) (bridge : Option Constant) : Bool :=
  let levels := claim.levels.map Level.param
  let given := Expr.const proof.name levels
  let value := match bridge with
    | some b => Expr.app (.const b.name (if b.levels.isEmpty then [] else levels)) given
    | none => given
  let type := if key == "claim" then claim.type else Expr.app (.const ``Not []) claim.type
  let name := wordName key
  (kernelAdd env (.thmDecl { name, levelParams := claim.levels, type, value, all := [name] })).isSome

def judge (request : Request) (challenge solution : String) (env : Environment) : Except String Word := do
  let ours ← Table.read challenge
  let some claim := ours.constants[request.claim]? | throw "our statement is not there"
  let bridges := request.goals.filterMap fun key => (ours.constants[goalName key]?).map (key, ·)
  let below := (closure ours (claim.type.getUsedConstants.toList ++ (bridges.map (·.2.name)).toList)).erase claim.name
  let mut word : Word := { bound := (leading claim.type).toArray.map plain, names := below.toArray.map componentsOf }
  if solution == "" then return word
  let first ← Table.read solution
  let some proof := first.constants[request.theorem_]? | return word
  word := { word with found := some proof.kind }
  let theirOwn := closure first [request.theorem_]
  -- What both have: the same, or another thing that gets another name (the kernel then says whether it matters).
  let mut equal : Std.HashSet Name := {}
  let mut renamed : Std.HashSet Name := {}
  let mut clash := false
  let mut refused : Option String := none
  for name in theirOwn do
    if let (some c, true) := (first.constants[name]?, below.contains name) then
      if name == request.theorem_ then refused := some "the theorem is part of the statement"
      let alike n m := match first.constants[n]?, ours.constants[m]? with
        | some a, some b => a.type == b.type
        | _, _ => false
      if let some o := ours.constants[name]? then
        if same c o alike then equal := equal.insert name
        else
          renamed := renamed.insert name
          unless c.kind == "definition" || c.kind == "theorem" do clash := true
          unless c.kind == "theorem" do word := { word with differing := word.differing.push (plain name) }
    else if (env.find? name).isSome then refused := some s!"{name} is in the library already"
  let theirTable ← if renamed.isEmpty then pure first
    else Table.read solution fun name => if renamed.contains name then theirs name else name
  -- Names of the statement's definitions are ours: what differs has another name by now.
  let lookup name := if below.contains name then ours.constants[name]? else theirTable.constants[name]?
  let native name := request.allowNative && ((theirTable.constants[name]?).map isNative).getD false
  let (own, library) := axiomsOf lookup env (request.theorem_ :: claim.type.getUsedConstants.toList)
  word := { word with
    own := (own.filter (!native ·)).map plain, native := (own.filter native).map plain, library := library.map plain }
  if refused.isSome then return { word with refused }
  if word.own.size > 0 || clash || proof.kind != "theorem" then return word
  let rebuilt : ReplayM Unit := do
    for name in below do replay ours (fun _ => false) (fun _ => false) name
    replay theirTable equal.contains native request.theorem_
  match rebuilt.run { env } with
  | .error why => return { word with refused := some why }
  | .ok (_, { env := all, .. }) =>
    let some mine := theirTable.constants[request.theorem_]? | return word
    for key in #["claim", "negation"] do
      if word.proves.isEmpty && decides all claim mine key none then
        word := { word with proves := word.proves.push key }
    for (key, bridge) in bridges do
      if word.proves.contains "claim" then continue
      let (_, behind) := axiomsOf (fun n => ours.constants[n]?) env [bridge.name]
      if behind.contains ``sorryAx then continue
      if decides all claim mine key (some bridge) then
        word := { word with proves := word.proves.push key, library := word.library ++ behind.map plain }
    return word

def strings (json : Json) (key : String) : Except String (Array String) := do
  (← (← json.getObjVal? key).getArr?).mapM (·.getStr?)

def readRequest (text : String) : Except String Request := do
  let json ← Json.parse text
  return {
    nonce := ← (← json.getObjVal? "nonce").getStr?
    imports := ← (← (← json.getObjVal? "imports").getArr?).mapM fun one => do
      return nameOf (← (← one.getArr?).mapM (·.getStr?))
    claim := nameOf (← strings json "claim")
    goals := ← strings json "goals"
    theorem_ := nameOf (← strings json "theorem")
    allowNative := ← (← json.getObjVal? "native").getBool? }

def answer (request : Request) (word : Word) : String :=
  (Json.mkObj [
    ("nonce", Json.str request.nonce), ("found", toJson word.found), ("proves", toJson word.proves),
    ("own", toJson word.own), ("library", toJson word.library), ("native", toJson word.native),
    ("differing", toJson word.differing), ("refused", toJson word.refused), ("names", toJson word.names),
    ("bound", toJson word.bound)]).compress

/-- `judge REQUEST CHALLENGE [SOLUTION]`: one line of JSON. -/
def judgeFiles (request challenge : String) (solution : Option String) : IO String := do
  let asked ← IO.ofExcept (readRequest (← IO.FS.readFile request))
  let env ← importAll asked.imports
  let theirText ← match solution with
    | some path => IO.FS.readFile path
    | none => pure ""
  match judge asked (← IO.FS.readFile challenge) theirText env with
  | .ok word => return answer asked word
  | .error why => return answer asked { refused := some why }

end ProofSieve
