import ProofSieve.Judge

def main : List String → IO UInt32
  | ["export", file] => do IO.println (← ProofSieve.exportFile file); return 0
  | "judge" :: sysroot :: request :: challenge :: rest => do
    Lean.initSearchPath sysroot
    IO.println (← ProofSieve.judgeFiles request challenge rest.head?)
    return 0
  | _ => do IO.eprintln "export FILE | judge SYSROOT REQUEST CHALLENGE [SOLUTION]"; return 2
