package dev.agenthost.delivery.surface;

/** Tells which conversations an operator has taken over, for calls that no row records: previews, deltas and typing. */
public interface ConversationGate {

    /** A gate of conversations that nobody takes over. */
    ConversationGate OPEN = new ConversationGate() {
        @Override
        public boolean isTakenOver(String conversationKey) {
            return false;
        }

        @Override
        public boolean mayCall(String conversationKey) {
            return true;
        }
    };

    /** Returns true if the conversation was taken over when the takeovers were last read. */
    boolean isTakenOver(String conversationKey);

    /** Returns true if the conversation is not taken over for certain; checked directly before a call. */
    boolean mayCall(String conversationKey);
}
