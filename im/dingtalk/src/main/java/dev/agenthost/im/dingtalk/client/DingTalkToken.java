package dev.agenthost.im.dingtalk.client;

import dev.agenthost.im.chat.calls.QueryOutcome;

/** The outcome of asking for the access token of an app. */
public sealed interface DingTalkToken {

    /** @param value goes into {@link DingTalkTokens#HEADER}; never printed */
    record Valid(String value) implements DingTalkToken {
        @Override
        public String toString() {
            return "Valid[]";
        }
    }

    /** There is no token, so no call can be made. */
    record Missing(QueryOutcome.Unsuccessful why) implements DingTalkToken {}
}
