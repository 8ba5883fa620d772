-- The books are closed through the day that the last lock or reopening named.
select h.cooperative_id, h.closed_through, l.through from ledger.head h
join lateral (select c.through from ledger.lock_change c where c.cooperative_id = h.cooperative_id order by c.number desc limit 1) l on true
where h.closed_through is distinct from l.through
