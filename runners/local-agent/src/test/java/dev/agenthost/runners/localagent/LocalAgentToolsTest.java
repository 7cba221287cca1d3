package dev.agenthost.runners.localagent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.ToolCallCompleted;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the tools that the agent calls. */
class LocalAgentToolsTest extends LocalAgentFixture {
    @Test
    void toolsAreCalledAtTheSameTimeAndAnsweredInTheirOrder() throws Exception {
        host.resources = ConversationHost.json(
                host.resources.toString().replace("\"", "'").replaceFirst("}$", "," + TOOLS + "}"));
        tools();
        CyclicBarrier together = new CyclicBarrier(2);
        host.calls.put("call_tool", data -> {
            try {
                together.await(20, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new AssertionError("not at the same time", e);
            }
            return ConversationHost.json(
                    "{'result':{'of':'" + data.path("tool_name").asText() + "'}}");
        });
        host.models.put("m1", request -> {
            if (request.path("messages").size() > 2) {
                return ConversationHost.answer("done");
            }
            ObjectNode both = calling("add", "{}");
            ((com.fasterxml.jackson.databind.node.ArrayNode) both.at("/message/tool_calls"))
                    .add(ConversationHost.json(
                            "{'id':'c2','type':'function','function':{'name':'now','arguments':'{}'}}"));
            return both;
        });

        List<ResultPayload> said = host.emit("go");

        JsonNode messages = host.asked.getLast().path("messages");
        assertThat(messages.get(2).path("tool_calls")).hasSize(2);
        assertThat(messages.get(3).path("tool_call_id").asText()).isEqualTo("c1");
        assertThat(messages.get(3).path("content").asText()).contains("add");
        assertThat(messages.get(4).path("tool_call_id").asText()).isEqualTo("c2");
        assertThat(said).filteredOn(ToolCallCompleted.class::isInstance).hasSize(2);
        assertThat(ConversationHost.messages(said)).containsExactly("done");
    }

    @Test
    void noMoreToolsAreCalledAtTheSameTimeThanTheConfigurationSays() throws Exception {
        host.config.put("max-parallel-tools", 2);
        host.resources = ConversationHost.json(
                host.resources.toString().replace("\"", "'").replaceFirst("}$", "," + TOOLS + "}"));
        tools();
        CyclicBarrier together = new CyclicBarrier(2);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        host.calls.put("call_tool", data -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                together.await(20, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new AssertionError("fewer than two", e);
            }
            running.decrementAndGet();
            return ConversationHost.json("{'result':1}");
        });
        host.models.put("m1", request -> {
            if (request.path("messages").size() > 2) {
                return ConversationHost.answer("done");
            }
            ObjectNode many = calling("add", "{}");
            for (int i = 2; i <= 40; i++) {
                ((com.fasterxml.jackson.databind.node.ArrayNode) many.at("/message/tool_calls"))
                        .add(ConversationHost.json(
                                "{'id':'c" + i + "','type':'function','function':{'name':'add','arguments':'{}'}}"));
            }
            return many;
        });

        List<ResultPayload> said = host.emit("go");

        assertThat(said).filteredOn(ToolCallCompleted.class::isInstance).hasSize(40);
        assertThat(most).hasValue(2);
    }

    @Test
    void whatGoesWrongWithAToolIsToldToTheModel() throws Exception {
        host.resources = ConversationHost.json(
                host.resources.toString().replace("\"", "'").replaceFirst("}$", "," + TOOLS + "}"));
        tools();
        host.calls.put("call_tool", data -> {
            throw ConversationHost.refused("unauthorized");
        });
        host.models.put("m1", request -> switch (request.path("messages").size()) {
            case 2 -> calling("add", "{}");
            case 4 -> calling("add", "[1");
            default -> ConversationHost.answer("I cannot.");
        });

        List<ResultPayload> said = host.emit("go");

        assertThat(ConversationHost.messages(said)).containsExactly("I cannot.");
        JsonNode messages = host.asked.getLast().path("messages");
        assertThat(messages.get(3).path("content").asText()).contains("unauthorized");
        assertThat(messages.get(5).path("content").asText()).contains("must be a JSON object");
    }

    @Test
    void aModelThatOnlyCallsToolsHasToAnswerInTheEnd() throws Exception {
        host.config.put("max-tool-rounds", 3);
        host.resources = ConversationHost.json(
                host.resources.toString().replace("\"", "'").replaceFirst("}$", "," + TOOLS + "}"));
        tools();
        host.models.put(
                "m1",
                request -> request.path("funcs").isEmpty() ? ConversationHost.answer("enough") : calling("add", "{}"));

        assertThat(ConversationHost.messages(host.emit("go"))).containsExactly("enough");
        assertThat(host.asked).hasSize(4);
    }
}
