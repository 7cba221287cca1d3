package dev.agenthost.walk.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The contents of the database.
 *
 * @param rows of the log, by conversation and number
 * @param transcripts the numbers of each conversation's transcript, rising
 * @param counted the last assigned numbers of each conversation
 */
record StoredState(List<Row> rows, Map<String, List<Long>> transcripts, Map<String, Counted> counted) {

    /**
     * A row of the log.
     *
     * @param seq its number in its conversation; 0 if it has none
     * @param transcriptSeq number of its transcript entry; 0 if it has none
     */
    record Row(LogEntryKey line, long seq, long transcriptSeq) {}

    /** The last numbers that a conversation assigned. */
    record Counted(long events, long said) {}

    private static final String LOG = """
            select coalesce(c.conversation_id, ''), l.source, l.kind || ' ' || l.type,
                ' ' || l.run_id || ' ' || l.attempt || '.' || l.sequence, coalesce(l.event_id, ''),
                coalesce(t.role || ' ' || t.content, ''), coalesce(l.seq, 0), coalesce(l.transcript_seq, 0)
            from context.event_log l
            left join context.conversations c on c.id = l.conversation
            left join context.transcript t on t.conversation = l.conversation and t.seq = l.transcript_seq
            order by l.conversation, l.seq, l.id
            """;
    private static final String TRANSCRIPT = """
            select c.conversation_id, t.seq from context.transcript t join context.conversations c on c.id = t.conversation
            order by 1, 2
            """;
    private static final String CONVERSATIONS =
            "select conversation_id, last_event_seq, last_transcript_seq from context.conversations";

    static StoredState in(Connection database) throws SQLException {
        List<Row> rows = new ArrayList<>();
        Map<String, List<Long>> transcripts = new HashMap<>();
        Map<String, Counted> counted = new HashMap<>();
        try (var statement = database.createStatement()) {
            try (var log = statement.executeQuery(LOG)) {
                while (log.next()) {
                    var place = log.getString(4);
                    var what = place == null ? log.getString(3) : log.getString(3) + place;
                    var line = new LogEntryKey(
                            log.getString(1), log.getString(2), what, log.getString(5), log.getString(6));
                    rows.add(new Row(line, log.getLong(7), log.getLong(8)));
                }
            }
            try (var said = statement.executeQuery(TRANSCRIPT)) {
                while (said.next()) {
                    transcripts
                            .computeIfAbsent(said.getString(1), any -> new ArrayList<>())
                            .add(said.getLong(2));
                }
            }
            try (var conversations = statement.executeQuery(CONVERSATIONS)) {
                while (conversations.next()) {
                    counted.put(
                            conversations.getString(1),
                            new Counted(conversations.getLong(2), conversations.getLong(3)));
                }
            }
        }
        return new StoredState(rows, transcripts, counted);
    }
}
