-- What a runner's manifest was read from, as it came, and the version of its plugin. Null in rows of replicas that do not write them yet.
ALTER TABLE runs.runner_connections ADD COLUMN plugin_version text;
ALTER TABLE runs.runner_connections ADD COLUMN raw_manifest text;
