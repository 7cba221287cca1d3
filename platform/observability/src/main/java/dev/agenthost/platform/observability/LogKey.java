package dev.agenthost.platform.observability;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The fixed keys of log lines and spans. Ids and names only; the text of a person's message has no key. */
public enum LogKey {
    EVENT_ID("eventId"),
    CONVERSATION_ID("conversationId"),
    BINDING_ID("bindingId"),
    RUN_ID("runId"),
    ATTEMPT("attempt"),
    SEQUENCE("sequence"),
    RUNNER_ID("runnerId"),
    SURFACE("surface"),
    TOPIC("topic"),
    PARTITION("partition"),
    ERROR_CODE("errorCode"),
    TRACE_ID("traceId");

    private static final Map<String, LogKey> BY_KEY =
            Arrays.stream(values()).collect(Collectors.toMap(LogKey::key, Function.identity()));

    private final String key;

    LogKey(String key) {
        this.key = key;
    }

    /** Returns the key in a log line. */
    public String key() {
        return key;
    }

    /** Returns true if the name is one of the keys. */
    public static boolean isOne(String name) {
        return BY_KEY.containsKey(name);
    }
}
