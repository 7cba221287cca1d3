package dev.agenthost.walk.store;

/**
 * One thing that the log is to have, or has.
 *
 * @param conversation empty for what belongs to none
 * @param source the record with which it came, {@code topic/partition@offset}
 * @param what its kind and type, of results their place in the run too
 * @param event which event it is, or answers; empty where neither
 * @param said what the transcript has of it; empty where nothing is said
 */
record LogEntryKey(String conversation, String source, String what, String event, String said) {

    /** What keeps its order: one topic's part of a conversation, or one partition of what belongs to none. */
    String stream() {
        return conversation.isEmpty()
                ? source.substring(0, source.indexOf('@'))
                : conversation + " in " + source.substring(0, source.indexOf('/'));
    }

    boolean isEvent() {
        return what.startsWith("event ");
    }

    boolean isResult() {
        return what.startsWith("result ");
    }

    @Override
    public String toString() {
        return what + " of " + source;
    }
}
