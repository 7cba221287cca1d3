package dev.agenthost.im.wecom.client;

import dev.agenthost.im.chat.calls.QueryOutcome;

/** The outcome of asking for the access token of an application. */
public sealed interface WeComToken {

    /** @param value goes into the query {@code access_token}; never printed */
    record Valid(String value) implements WeComToken {
        @Override
        public String toString() {
            return "Valid[]";
        }
    }

    /** There is no token, so no call can be made. */
    record Missing(QueryOutcome.Unsuccessful why) implements WeComToken {}
}
