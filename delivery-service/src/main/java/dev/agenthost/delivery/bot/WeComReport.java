package dev.agenthost.delivery.bot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.QueryOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads the health of a bot at WeCom from its application (https://developer.work.weixin.qq.com/document/path/90227). */
public final class WeComReport {

    private WeComReport() {}

    /** Returns the health of a bot. */
    public static BotHealth of(QueryOutcome agent, Instant now) {
        ObjectNode reported = JsonNodeFactory.instance.objectNode();
        List<BotProblem> problems = new ArrayList<>();
        switch (agent) {
            case QueryOutcome.Answered(JsonNode answer) -> {
                boolean isClosed = answer.path("close").asInt() != 0;
                reported.put("agent_id", answer.path("agentid").asInt())
                        .put("name", BotProblem.cut(answer.path("name").asText()))
                        .put("is_enabled", !isClosed);
                if (isClosed) {
                    problems.add(new BotProblem(BotProblem.Code.OFFLINE, "The application is disabled."));
                }
            }
            case QueryOutcome.Unsuccessful unsuccessful -> problems.add(BotProblem.of(unsuccessful));
        }
        return BotHealth.of(problems, reported, now);
    }
}
