package dev.agenthost.protocol.topic;

import java.util.LinkedHashMap;
import java.util.Map;

/** The headers that a dead letter adds to those of its record; key and value stay unchanged. */
public final class DeadLetterHeaders {
    public static final String REASON = "agenthost-dead-letter-reason";
    public static final String DETAIL = "agenthost-dead-letter-detail";
    public static final String TOPIC = "agenthost-dead-letter-topic";
    public static final String PARTITION = "agenthost-dead-letter-partition";
    public static final String OFFSET = "agenthost-dead-letter-offset";

    private DeadLetterHeaders() {}

    /**
     * Returns the headers to add.
     *
     * @param detail one line without content of the record
     */
    public static Map<String, String> of(DeadLetterReason reason, String detail, RecordPosition from) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(REASON, reason.wire());
        headers.put(DETAIL, detail);
        headers.put(TOPIC, from.topic());
        headers.put(PARTITION, Integer.toString(from.partition()));
        headers.put(OFFSET, Long.toString(from.offset()));
        return headers;
    }
}
