-- The preview of a part in a group or channel: a message that is edited until the part replaces it. At most one call of it is under way.
CREATE TABLE previews (
    workspace_id text        NOT NULL,
    run_id       uuid        NOT NULL,
    part         int         NOT NULL,
    owner        uuid,                             -- leases.incarnation that makes its calls; null once a call is in doubt for good
    call_begun   boolean     NOT NULL,             -- a call is under way or in doubt
    message_id   bigint,                           -- the platform's id; null before it is known
    closed       boolean     NOT NULL DEFAULT false, -- the part is being sent: no call of the preview begins any more
    updated_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace_id, run_id, part)
);
CREATE INDEX previews_by_age ON previews (updated_at);

-- The rate of calls into each chat of a bot, and of the bot (chat 0), over all replicas: the time until which earlier calls use it up.
CREATE TABLE call_rates (
    endpoint   text        NOT NULL,
    chat_id    bigint      NOT NULL,
    used_until timestamptz NOT NULL,
    PRIMARY KEY (endpoint, chat_id)
) WITH (fillfactor = 50);
CREATE INDEX call_rates_by_age ON call_rates (used_until);

-- Takes one call of a chat and of its bot, or neither. Returns 0 if it is taken, else the milliseconds to wait. Each call uses up one
-- interval; a burst may be that many intervals ahead of the clock. The row of the chat is locked before that of the bot.
CREATE FUNCTION take_call_v1(of_endpoint text, of_chat bigint, chat_millis bigint, chat_burst int, bot_millis bigint, bot_burst int)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    chat_until timestamptz;
    bot_until  timestamptz;
    moment     timestamptz;
    wait       interval;
BEGIN
    INSERT INTO delivery.call_rates (endpoint, chat_id, used_until)
        VALUES (of_endpoint, of_chat, 'epoch'), (of_endpoint, 0, 'epoch') ON CONFLICT DO NOTHING;
    SELECT used_until INTO STRICT chat_until FROM delivery.call_rates WHERE endpoint = of_endpoint AND chat_id = of_chat FOR UPDATE;
    SELECT used_until INTO STRICT bot_until FROM delivery.call_rates WHERE endpoint = of_endpoint AND chat_id = 0 FOR UPDATE;
    moment := clock_timestamp();
    wait := greatest(
        chat_until - moment - (chat_burst - 1) * chat_millis * interval '1 millisecond',
        bot_until - moment - (bot_burst - 1) * bot_millis * interval '1 millisecond');
    IF wait > interval '0' THEN
        RETURN ceil(extract(epoch FROM wait) * 1000);
    END IF;
    UPDATE delivery.call_rates SET used_until = greatest(used_until, moment)
            + CASE chat_id WHEN 0 THEN bot_millis ELSE chat_millis END * interval '1 millisecond'
        WHERE endpoint = of_endpoint AND chat_id IN (of_chat, 0);
    RETURN 0;
END $$;
