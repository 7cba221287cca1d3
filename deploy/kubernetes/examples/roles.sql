-- One database, one role and one schema for each service with data: none can read what is another's.
-- Run once, as an administrator, with a password for each: psql -v gateway=… -v bindings=… -v runs=… -v context=… -v delivery=… -f roles.sql
CREATE ROLE agenthost_gateway  LOGIN PASSWORD :'gateway';
CREATE ROLE agenthost_bindings LOGIN PASSWORD :'bindings';
CREATE ROLE agenthost_runs     LOGIN PASSWORD :'runs';
CREATE ROLE agenthost_context  LOGIN PASSWORD :'context';
CREATE ROLE agenthost_delivery LOGIN PASSWORD :'delivery';

CREATE SCHEMA gateway  AUTHORIZATION agenthost_gateway;
CREATE SCHEMA bindings AUTHORIZATION agenthost_bindings;
CREATE SCHEMA runs     AUTHORIZATION agenthost_runs;
CREATE SCHEMA context  AUTHORIZATION agenthost_context;
CREATE SCHEMA delivery AUTHORIZATION agenthost_delivery;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
