package dev.agenthost.walk.store;

/**
 * One expected or stored entry of the log.
 *
 * @param conversation empty for an entry without a conversation
 * @param source position of its record, {@code topic/partition@offset}
 * @param what its kind and type, for results their place in the run too
 * @param event id of the event that it is or answers; empty if neither
 * @param said its text in the transcript; empty if it has none
 */
record LogEntryKey(String conversation, String source, String what, String event, String said) {

    /** The unit of order: one topic's part of a conversation, or one partition of entries without a conversation. */
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
