package dev.agenthost.delivery.bot;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.QueryOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads the health of a bot at DingTalk from the answer to its Client Secret (https://open.dingtalk.com/document/development/obtain-the-access-token-of-an-internal-app). */
public final class DingTalkReport {
    private DingTalkReport() {}

    /** Returns the health of a bot. @param token the outcome of asking for a token, without the token */
    public static BotHealth of(QueryOutcome token, Instant now) {
        ObjectNode reported = JsonNodeFactory.instance.objectNode();
        List<BotProblem> problems = new ArrayList<>();
        switch (token) {
            case QueryOutcome.Answered answered -> reported.put("has_token", true);
            case QueryOutcome.Unsuccessful unsuccessful -> problems.add(BotProblem.of(unsuccessful));
        }
        return BotHealth.of(problems, reported, now);
    }
}
