-- What a job holds are identifiers and our own words: no name, phone or amount.
select j.name as queue, v.value #>> '{}' as holds from job.job j cross join lateral jsonb_path_query(j.data, 'strict $.**') v(value)
where j.name not like '\_\_pgboss%' and jsonb_typeof(v.value) in ('string', 'number') and v.value #>> '{}' !~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z_-]{1,40})$'
