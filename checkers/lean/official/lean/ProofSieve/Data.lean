import Lean

/-!
What a compiled file holds, as JSON: names, levels and terms in tables, each row before those that use it, and its
constants. `export` writes it; `Table.read` reads it back and trusts none of it.
-/

namespace ProofSieve
open Lean

/-- Rows of a table of terms: more is no proof that anybody waits for. -/
def maxTerms : Nat := 3000000

structure Rows where
  names : Std.HashMap Name Nat := {}
  nameRows : Array Json := #[]
  levels : Std.HashMap Level Nat := {}
  levelRows : Array Json := #[]
  terms : Std.HashMap ExprStructEq Nat := {}
  termRows : Array Json := #[]

abbrev ExportM := StateRefT Rows IO

def number (n : Nat) : Json := toJson n

def row (tag : String) (parts : List Json) : Json := Json.arr (Json.str tag :: parts).toArray

partial def nameAt (name : Name) : ExportM Nat := do
  match name with
  | .anonymous => return 0
  | .str before part => add name before (Json.str part)
  | .num before part => add name before (number part)
where
  add (name before : Name) (part : Json) : ExportM Nat := do
    if let some at_ := (← get).names[name]? then return at_
    let parent ← nameAt before
    modify fun s => { s with
      names := s.names.insert name (s.nameRows.size + 1)
      nameRows := s.nameRows.push (Json.arr #[number parent, part]) }
    return (← get).nameRows.size

partial def levelAt (level : Level) : ExportM Nat := do
  if let some at_ := (← get).levels[level]? then return at_
  let made ← match level with
    | .zero => pure (row "z" [])
    | .succ a => pure (row "s" [number (← levelAt a)])
    | .max a b => pure (row "m" [number (← levelAt a), number (← levelAt b)])
    | .imax a b => pure (row "i" [number (← levelAt a), number (← levelAt b)])
    | .param n => pure (row "p" [number (← nameAt n)])
    | .mvar _ => throw (IO.userError "a level with a hole")
  modify fun s => { s with
    levels := s.levels.insert level s.levelRows.size, levelRows := s.levelRows.push made }
  return (← get).levelRows.size - 1

partial def termAt (term : Expr) : ExportM Nat := do
  if let .mdata _ inner := term then return (← termAt inner)
  if let some at_ := (← get).terms[(⟨term⟩ : ExprStructEq)]? then return at_
  let made ← match term with
    | .bvar i => pure (row "b" [number i])
    | .sort u => pure (row "s" [number (← levelAt u)])
    | .const n us =>
      let name ← nameAt n
      let levels ← us.mapM levelAt
      pure (row "c" [number name, Json.arr (levels.map number).toArray])
    | .app f x => pure (row "a" [number (← termAt f), number (← termAt x)])
    | .lam n t b _ => pure (row "l" [number (← nameAt n), number (← termAt t), number (← termAt b)])
    | .forallE n t b _ => pure (row "f" [number (← nameAt n), number (← termAt t), number (← termAt b)])
    | .letE n t v b _ =>
      pure (row "t" [number (← nameAt n), number (← termAt t), number (← termAt v), number (← termAt b)])
    | .lit (.natVal n) => pure (row "n" [Json.str (toString n)])
    | .lit (.strVal s) => pure (row "x" [Json.str s])
    | .proj s i e => pure (row "p" [number (← nameAt s), number i, number (← termAt e)])
    | _ => throw (IO.userError "a term with a hole")
  if (← get).termRows.size ≥ maxTerms then throw (IO.userError "too large")
  modify fun s => { s with
    terms := s.terms.insert ⟨term⟩ s.termRows.size, termRows := s.termRows.push made }
  return (← get).termRows.size - 1

def nameList (names : List Name) : ExportM Json := do
  return Json.arr ((← names.mapM nameAt).map number).toArray

def constantRow (info : ConstantInfo) : ExportM Json := do
  let always : List (String × Json) := [
    ("name", number (← nameAt info.name)), ("levels", ← nameList info.levelParams),
    ("type", number (← termAt info.type)), ("safe", Json.bool (!info.isUnsafe && !info.isPartial))]
  let value (v : Expr) : ExportM (String × Json) := return ("value", number (← termAt v))
  let own : List (String × Json) ← match info with
    | .axiomInfo _ => pure [("kind", Json.str "axiom")]
    | .thmInfo v => pure [("kind", Json.str "theorem"), ← value v.value]
    | .opaqueInfo v => pure [("kind", Json.str "opaque"), ← value v.value]
    | .defnInfo v =>
      let hints := match v.hints with
        | .opaque => Json.str "opaque"
        | .abbrev => Json.str "abbrev"
        | .regular n => number n.toNat
      pure [("kind", Json.str "definition"), ← value v.value, ("hints", hints)]
    | .inductInfo v => pure [("kind", Json.str "inductive"), ("parameters", number v.numParams),
        ("family", ← nameList v.all), ("constructors", ← nameList v.ctors)]
    | .ctorInfo v => pure [("kind", Json.str "constructor"), ("family", ← nameList [v.induct])]
    | .recInfo v => pure [("kind", Json.str "recursor"), ("family", ← nameList v.all)]
    | .quotInfo _ => pure [("kind", Json.str "quotient")]
  return Json.mkObj (always ++ own)

/-- The constants of a compiled file. Nothing of it is imported or run; its bytes are mapped, hence a process of its
own, whose answer is data. -/
def exportFile (path : String) : IO String := do
  let (data, _) ← readModuleData path
  let (constants, rows) ← ((data.constants.mapM constantRow) : ExportM (Array Json)).run {}
  return (Json.mkObj [
    ("names", Json.arr rows.nameRows), ("levels", Json.arr rows.levelRows), ("terms", Json.arr rows.termRows),
    ("constants", Json.arr constants)]).compress

/-- One constant as it was read. -/
structure Constant where
  kind : String
  name : Name
  levels : List Name
  type : Expr
  value : Option Expr
  safe : Bool
  hints : ReducibilityHints
  parameters : Nat
  family : List Name
  constructors : List Name

structure Table where
  constants : Std.HashMap Name Constant := {}

namespace Table

def item {α : Type} [Inhabited α] (table : Array α) (json : Json) : Except String α := do
  let i ← json.getNat?
  if i < table.size then return table[i]! else throw "a malformed reference"

def cells (json : Json) : Except String (String × Array Json) := do
  let parts ← json.getArr?
  if parts.size = 0 then throw "an empty row"
  return (← parts[0]!.getStr?, parts.extract 1 parts.size)

/-- The i-th cell; `null` beyond the end, which no reader of a cell takes. -/
def cell (parts : Array Json) (i : Nat) : Json := parts.getD i Json.null

def readName (names : Array Name) (json : Json) : Except String Name := do
  let parts ← json.getArr?
  let before ← item names (cell parts 0)
  match cell parts 1 with
  | .str part => return .str before part
  | other => return .num before (← other.getNat?)

def readLevel (names : Array Name) (levels : Array Level) (json : Json) : Except String Level := do
  let (tag, parts) ← cells json
  let level (i : Nat) := item levels (cell parts i)
  match tag with
  | "z" => return .zero
  | "s" => return .succ (← level 0)
  | "m" => return .max (← level 0) (← level 1)
  | "i" => return .imax (← level 0) (← level 1)
  | "p" => return .param (← item names (cell parts 0))
  | _ => throw "a level with a hole"

def maxVariable : Nat := 1000000

def readTerm (names : Array Name) (levels : Array Level) (terms : Array Expr) (json : Json) : Except String Expr := do
  let (tag, parts) ← cells json
  let term (i : Nat) := item terms (cell parts i)
  let name (i : Nat) := item names (cell parts i)
  match tag with
  | "b" =>
    let i ← (cell parts 0).getNat?
    if i < maxVariable then return .bvar i else throw "a malformed variable"
  | "s" => return .sort (← item levels (cell parts 0))
  | "c" => return .const (← name 0) (← (← (cell parts 1).getArr?).toList.mapM (item levels))
  | "a" => return .app (← term 0) (← term 1)
  | "l" => return .lam (← name 0) (← term 1) (← term 2) .default
  | "f" => return .forallE (← name 0) (← term 1) (← term 2) .default
  | "t" => return .letE (← name 0) (← term 1) (← term 2) (← term 3) false
  | "n" => match (← (cell parts 0).getStr?).toNat? with
    | some n => return .lit (.natVal n)
    | none => throw "a malformed numeral"
  | "x" => return .lit (.strVal (← (cell parts 0).getStr?))
  | "p" => return .proj (← name 0) (← (cell parts 1).getNat?) (← term 2)
  | _ => throw "a term with a hole"

def grow {α : Type} (json : Json) (start : Array α) (read : Array α → Json → Except String α) :
    Except String (Array α) := do
  (← json.getArr?).foldlM (fun made entry => return made.push (← read made entry)) start

def readHints (json : Json) : Except String ReducibilityHints := do
  match json with
  | .str "abbrev" => return .abbrev
  | .str _ => return .opaque
  | other => return .regular (UInt32.ofNat (← other.getNat?))

def readConstant (names : Array Name) (terms : Array Expr) (json : Json) : Except String Constant := do
  let field (key : String) : Json := (json.getObjVal? key).toOption.getD Json.null
  let list (key : String) : Except String (List Name) := match field key with
    | .null => return []
    | found => do (← found.getArr?).toList.mapM (item names)
  let closed (found : Json) : Except String Expr := do
    let term ← item terms found
    if term.hasLooseBVars then throw "a term with a free variable" else return term
  return {
    kind := ← (field "kind").getStr?
    name := ← item names (field "name")
    levels := ← list "levels"
    type := ← closed (field "type")
    value := ← (match field "value" with | .null => pure none | found => some <$> closed found)
    safe := ← (field "safe").getBool?
    hints := ← (match field "hints" with | .null => pure .opaque | found => readHints found)
    parameters := ← (match field "parameters" with | .null => pure 0 | found => found.getNat?)
    family := ← list "family"
    constructors := ← list "constructors" }

/-- The constants in `text`, with `rename` applied to every name. -/
def read (text : String) (rename : Name → Name := id) : Except String Table := do
  let json ← Json.parse text
  let names := (← grow (← json.getObjVal? "names") #[Name.anonymous] readName).map rename
  let levels ← grow (← json.getObjVal? "levels") #[] (readLevel names)
  let terms ← grow (← json.getObjVal? "terms") #[] (readTerm names levels)
  let mut constants : Std.HashMap Name Constant := {}
  for entry in ← (← json.getObjVal? "constants").getArr? do
    let constant ← readConstant names terms entry
    if constants.contains constant.name then throw s!"{constant.name} twice"
    constants := constants.insert constant.name constant
  return { constants }

end Table

/-- The constants that a constant names; those of a family belong together. -/
def Constant.used (c : Constant) : Array Name :=
  c.type.getUsedConstants ++ (match c.value with | some v => v.getUsedConstants | none => #[]) ++
    c.family.toArray ++ c.constructors.toArray

end ProofSieve
