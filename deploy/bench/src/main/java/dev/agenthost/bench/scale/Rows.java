package dev.agenthost.bench.scale;

import java.time.Instant;
import java.util.UUID;

/** Entries of conversations as lines of COPY, in the form that the intake writes. */
final class Rows {
    static final String WORKSPACE = "demo";
    static final String BOT = "scale";
    static final String TRANSCRIPT =
            "context.transcript (conversation, seq, transcript_id, event_id, run_id, role, content, artifact_refs, at, metadata, terms)";
    static final String EVENT_LOG =
            "context.event_log (workspace_id, conversation, seq, transcript_seq, kind, type, event_id, run_id, attempt,"
                    + " sequence, at, data, source)";
    static final String CONVERSATIONS =
            "context.conversations (id, workspace_id, bot_id, conversation_id, last_event_seq, last_transcript_seq)";

    private static final String NULL = "\\N";
    private static final long BEGAN = 1_780_000_000;
    private static final int SECONDS_APART = 20;

    /** Offset of ids; the database numbers conversations of the intake from 1. */
    private static final long IDS = 1L << 30;

    private static final long RUNS = 1L << 40;
    private static final long ENTRIES = 1L << 41;

    private Rows() {}

    static String name(long conversation) {
        return "c" + conversation;
    }

    /** The database's id of a conversation. */
    static long id(long conversation) {
        return IDS + conversation;
    }

    static String conversation(ConversationRange stretch) {
        return line(
                id(stretch.conversation()),
                WORKSPACE,
                BOT,
                name(stretch.conversation()),
                stretch.last(),
                stretch.last());
    }

    static String transcript(ConversationRange stretch, long seq) {
        long conversation = stretch.conversation();
        var entry = EntryText.of(conversation, seq, stretch.isLarge());
        boolean answer = EntryText.isAnswer(seq);
        return line(
                id(conversation),
                seq,
                new UUID(ENTRIES + conversation, seq),
                event(conversation, seq),
                answer ? run(conversation, seq) : NULL,
                answer ? "assistant" : "user",
                entry.text(),
                "[]",
                at(seq),
                answer
                        ? "{}"
                        : "{\"actor_type\":\"user\",\"actor_id\":\"u" + conversation + "\",\"actor_name\":\"Ada\"}",
                entry.terms());
    }

    static String logged(ConversationRange stretch, long seq) {
        long conversation = stretch.conversation();
        var entry = EntryText.of(conversation, seq, stretch.isLarge());
        boolean answer = EntryText.isAnswer(seq);
        return line(
                WORKSPACE,
                id(conversation),
                seq,
                seq,
                answer ? "result" : "event",
                answer ? "message.completed" : "message.received",
                event(conversation, seq),
                answer ? run(conversation, seq) : NULL,
                answer ? 1 : NULL,
                answer ? 2 : NULL,
                at(seq),
                answer ? result(entry) : envelope(conversation, seq, entry),
                (answer ? "agent.run-results/" : "agent.events/") + conversation % 12 + "@" + seq);
    }

    private static String result(EntryText entry) {
        return "{\"message\":{\"role\":\"assistant\",\"content\":\"" + entry.text() + "\"}}";
    }

    private static String envelope(long conversation, long seq, EntryText entry) {
        return "{\"event_id\":\"" + event(conversation, seq)
                + "\",\"event_type\":\"message.received\",\"event_time\":" + (BEGAN + seq * SECONDS_APART)
                + ",\"source\":\"api\",\"workspace_id\":\"" + WORKSPACE + "\",\"bot_id\":\"" + BOT
                + "\",\"conversation_id\":\"" + name(conversation)
                + "\",\"actor\":{\"actor_type\":\"user\",\"actor_id\":\"u" + conversation
                + "\",\"actor_name\":\"Ada\"},\"input\":{\"text\":\"" + entry.text()
                + "\",\"contents\":[{\"type\":\"text\",\"text\":\"" + entry.text()
                + "\"}],\"attachments\":[]},\"delivery\":{\"surface\":\"api\",\"supports_streaming\":true},\"data\":{},"
                + "\"adapter\":{\"extra\":{}},\"fingerprint\":\"\"}";
    }

    /** The event id, which a question shares with its answer. */
    private static UUID event(long conversation, long seq) {
        return new UUID(conversation, (seq + 1) / 2);
    }

    private static UUID run(long conversation, long seq) {
        return new UUID(RUNS + conversation, (seq + 1) / 2);
    }

    private static Instant at(long seq) {
        return Instant.ofEpochSecond(BEGAN + seq * SECONDS_APART);
    }

    /** A line of COPY; the values contain no character that COPY would interpret. */
    private static String line(Object... values) {
        var line = new StringBuilder();
        for (var value : values) {
            line.append(line.isEmpty() ? "" : "\t").append(value);
        }
        return line.append('\n').toString();
    }
}
