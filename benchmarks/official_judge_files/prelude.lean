/-! Lists in place of the library's collections, for benchmarks/official_judge.py. -/
namespace X
def lmap {α β} (f : α → β) : List α → List β | [] => [] | x :: xs => f x :: lmap f xs
def lapp {α} : List α → List α → List α | [], y => y | x :: xs, y => x :: lapp xs y
def lfilt {α} (f : α → Bool) : List α → List α | [] => [] | x :: xs => if f x then x :: lfilt f xs else lfilt f xs
def lfm {α β} (f : α → Option β) : List α → List β | [] => [] | x :: xs => match f x with | some y => y :: lfm f xs | none => lfm f xs
def lall {α} (f : α → Bool) : List α → Bool | [] => true | x :: xs => f x && lall f xs
def lany {α} (f : α → Bool) : List α → Bool | [] => false | x :: xs => f x || lany f xs
def lfold {α β} (f : β → α → β) (b : β) : List α → β | [] => b | x :: xs => lfold f (f b x) xs
def lmapM {m : Type → Type} [Monad m] {α β : Type} (f : α → m β) : List α → m (List β)
  | [] => pure [] | x :: xs => do let y ← f x; let ys ← lmapM f xs; pure (y :: ys)
def lforM {m : Type → Type} [Monad m] {α : Type} (f : α → m Unit) : List α → m Unit
  | [] => pure () | x :: xs => do f x; lforM f xs
def lfoldM {m : Type → Type} [Monad m] {α β : Type} (f : β → α → m β) (b : β) : List α → m β
  | [] => pure b | x :: xs => do let c ← f b x; lfoldM f c xs
partial def afrom {α} [Inhabited α] (a : Array α) (i : Nat) : List α := if i < a.size then a[i]! :: afrom a (i+1) else []
def toA {α} : List α → Array α → Array α | [], a => a | x :: xs, a => toA xs (a.push x)
end X
abbrev List.mapX {α β} (l : List α) (f : α → β) := X.lmap f l
abbrev List.filterX {α} (l : List α) (f : α → Bool) := X.lfilt f l
abbrev List.allX {α} (l : List α) (f : α → Bool) := X.lall f l
abbrev List.mapMX {m : Type → Type} [Monad m] {α β : Type} (l : List α) (f : α → m β) : m (List β) := X.lmapM f l
abbrev List.forMX {m : Type → Type} [Monad m] {α : Type} (l : List α) (f : α → m Unit) : m Unit := X.lforM f l
abbrev List.toArrayX {α} (l : List α) : Array α := X.toA l #[]
abbrev List.foldlX {α β} (l : List α) (f : β → α → β) (init : β) : β := X.lfold f init l
abbrev List.isEmptyX {α} (l : List α) : Bool := match l with | [] => true | _ => false
abbrev Array.toListX {α} [Inhabited α] (a : Array α) : List α := X.afrom a 0
abbrev Array.mapX {α β} [Inhabited α] (a : Array α) (f : α → β) : Array β := X.toA (X.lmap f (X.afrom a 0)) #[]
abbrev Array.filterX {α} [Inhabited α] (a : Array α) (f : α → Bool) : Array α := X.toA (X.lfilt f (X.afrom a 0)) #[]
abbrev Array.filterMapX {α β} [Inhabited α] (a : Array α) (f : α → Option β) : Array β := X.toA (X.lfm f (X.afrom a 0)) #[]
abbrev Array.mapMX {m : Type → Type} [Monad m] {α β : Type} [Inhabited α] (a : Array α) (f : α → m β) : m (Array β) := do pure (X.toA (← X.lmapM f (X.afrom a 0)) #[])
abbrev Array.foldlX {α β} [Inhabited α] (a : Array α) (f : β → α → β) (init : β) : β := X.lfold f init (X.afrom a 0)
abbrev Array.foldlMX {m : Type → Type} [Monad m] {α β : Type} [Inhabited α] (a : Array α) (f : β → α → m β) (init : β) : m β := X.lfoldM f init (X.afrom a 0)
abbrev Array.isEmptyX {α} (a : Array α) : Bool := a.size == 0
abbrev Array.containsX {α} [BEq α] [Inhabited α] (a : Array α) (x : α) : Bool := X.lany (· == x) (X.afrom a 0)
abbrev Array.extractX {α} [Inhabited α] (a : Array α) (i _j : Nat) : Array α := match X.afrom a i with | l => X.toA l #[]
abbrev Array.getDX {α} [Inhabited α] (a : Array α) (i : Nat) (d : α) : α := if i < a.size then a[i]! else d
abbrev Option.mapX {α β} (o : Option α) (f : α → β) : Option β := match o with | some x => some (f x) | none => none
abbrev Option.getDX {α} (o : Option α) (d : α) : α := match o with | some x => x | none => d
class AppX (α : Type) where app : α → α → α
instance {α : Type} [Inhabited α] : AppX (Array α) := ⟨fun a b => X.lfold (fun a x => a.push x) a (X.afrom b 0)⟩
instance {α : Type} : AppX (List α) := ⟨X.lapp⟩
infixl:65 " +++ " => AppX.app
structure SetX where
  l : List Lean.Name := []
namespace SetX
def containsX (s : SetX) (n : Lean.Name) : Bool := X.lany (fun m => m == n) s.l
def insert (s : SetX) (n : Lean.Name) : SetX := if s.containsX n then s else ⟨n :: s.l⟩
def erase (s : SetX) (n : Lean.Name) : SetX := ⟨X.lfilt (fun m => m != n) s.l⟩
def toArrayX (s : SetX) : Array Lean.Name := X.toA s.l #[]
def isEmptyX (s : SetX) : Bool := match s.l with | [] => true | _ => false
end SetX
structure MapX (β : Type) where
  l : List (Lean.Name × β) := []
namespace MapX
def go {β} (n : Lean.Name) : List (Lean.Name × β) → Option β | [] => none | (m, b) :: r => if m == n then some b else go n r
def getX {β} (m : MapX β) (n : Lean.Name) : Option β := go n m.l
def containsX {β} (m : MapX β) (n : Lean.Name) : Bool := (m.getX n).isSome
def insert {β} (m : MapX β) (n : Lean.Name) (b : β) : MapX β := ⟨(n, b) :: m.l⟩
end MapX
class ToListX (c : Type) (α : outParam Type) where listX : c → List α
instance {α : Type} : ToListX (List α) α := ⟨fun l => l⟩
instance {α : Type} [Inhabited α] : ToListX (Array α) α := ⟨fun a => X.afrom a 0⟩
instance : ToListX SetX Lean.Name := ⟨SetX.l⟩
instance : Inhabited Lean.Json := ⟨.null⟩
def plainX (n : Lean.Name) : String := n.toString (escape := false)
def arrayX (a : Array String) : Lean.Json := Lean.Json.arr (a.mapX Lean.Json.str)
def optionX (o : Option String) : Lean.Json := match o with | some s => .str s | none => .null
