-- Those that a bucket does not have yet. As V10: built while everything is served.
set statement_timeout = 0;
set lock_timeout = 0;
drop index concurrently if exists artifact_contents_here;
create index concurrently artifact_contents_here on artifact_contents (moving_until) where object is null;
