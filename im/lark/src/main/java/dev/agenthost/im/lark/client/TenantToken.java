package dev.agenthost.im.lark.client;

import dev.agenthost.im.chat.calls.QueryOutcome;

/** The outcome of asking for the tenant access token of an app. */
public sealed interface TenantToken {

    /** @param value goes into {@code Authorization: Bearer}; never printed */
    record Valid(String value) implements TenantToken {
        @Override
        public String toString() {
            return "Valid[]";
        }
    }

    /** There is no token, so no call can be made. */
    record Missing(QueryOutcome.Unsuccessful why) implements TenantToken {}
}
