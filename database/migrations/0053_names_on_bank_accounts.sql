-- Whether there is a key to ask with: then the bank is asked in whose name the account is to which a member is now paid.
CREATE FUNCTION app.add_enquiry_job_of_member(p_member uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT platform.add_job('payouts', d.member_id, jsonb_build_object('cooperative', d.cooperative_id, 'name_of', d.member_id))
  FROM app.member_bank_details d WHERE d.cooperative_id = app.coop_id() AND d.member_id = p_member
    AND EXISTS (SELECT FROM app.payout_key k WHERE k.cooperative_id = d.cooperative_id AND k.used_since IS NOT NULL AND k.ended_at IS NULL)
$$;
REVOKE EXECUTE ON FUNCTION app.add_enquiry_job_of_member(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.add_enquiry_job_of_member(uuid) TO coop_app;
