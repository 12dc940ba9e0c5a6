"""The domain: proofs, trees, obligations, evidence, audits and reviews. Knows no screen, no model, no prover."""
