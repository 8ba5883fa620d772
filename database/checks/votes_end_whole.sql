-- A vote that is over has no private key and nothing in its box, one that is cancelled no ballots at all, one that is closed has a result, and only members whom the roll lets vote have papers.
select v.cooperative_id, v.vote_id, 'private key' as wrong from app.vote v join app.vote_key k on k.cooperative_id = v.cooperative_id and k.vote_id = v.vote_id where v.status <> 'open'
union all
select v.cooperative_id, v.vote_id, 'ballots in the box' from app.vote v join app.ballot_box b on b.cooperative_id = v.cooperative_id and b.vote_id = v.vote_id where v.status <> 'open'
union all
select v.cooperative_id, v.vote_id, 'no result' from app.vote v where v.status in ('closed', 'confirmed') and v.tally is null
union all
select r.cooperative_id, r.vote_id, 'papers of one who may not vote' from app.vote_roll r where r.exclusion is not null
  and (exists (select from app.vote_credential c where c.cooperative_id = r.cooperative_id and c.vote_id = r.vote_id and c.member_id = r.member_id)
    or exists (select from app.open_ballot o where o.cooperative_id = r.cooperative_id and o.vote_id = r.vote_id and o.member_id = r.member_id))
union all
select v.cooperative_id, v.vote_id, 'ballots of a cancelled vote' from app.vote v where v.status = 'cancelled'
  and (exists (select from app.ballot b where b.cooperative_id = v.cooperative_id and b.vote_id = v.vote_id)
    or exists (select from app.open_ballot o where o.cooperative_id = v.cooperative_id and o.vote_id = v.vote_id))
