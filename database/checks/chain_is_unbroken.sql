-- Entry numbers have no gap, and every hash follows from its entry and the one before; the head agrees with the last.
select h.cooperative_id, v.entry_no, v.problem from ledger.head h cross join lateral ledger.verify(h.cooperative_id) v
