-- What it does has grown beyond its name. Builds of before know it by no name at all: it stands behind their steps as behind ours.
comment on function erase_raw_first_v1() is
    'Before an erasure leaves its artifacts, whichever build''s functions carry it out: takes its raw payloads, and of an actor the '
    'artifacts and uploads that are for him (scope actor). erase_some_v0 takes these by itself a step before, so it finds none '
    'of them after this build''s steps; a build of before knows only artifacts of runs, and leaves them to it.';
comment on trigger erase_raw_first_v1 on erasures is 'Raw payloads, and what is for an actor: see the function.';
