package dev.agenthost.runners.localagent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.ToolCallCompleted;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LocalAgentTest {
    private static final String TOOLS = "'tools':[{'tool_name':'add','operations':['detail','call']},"
            + "{'tool_name':'now','operations':['detail','call']}]";

    private final Host host = new Host();

    @Test
    void saysWhatTheModelSaysWordByWord() throws Exception {
        host.models.put("m1", request -> Host.answer("hello to you"));

        List<ResultPayload> said = host.say("hello");

        assertThat(said)
                .filteredOn(MessageDelta.class::isInstance)
                .extracting(one -> ((MessageDelta) one).chunk().plainText())
                .containsExactly("hello ", "to ", "you");
        assertThat(Host.messages(said)).containsExactly("hello to you");
        assertThat(said.getLast()).isInstanceOf(RunCompleted.class);
        assertThat(Host.sent(host.asked.getFirst()))
                .hasSize(2)
                .first()
                .asString()
                .contains("Be kind.");
    }

    @Test
    void saysItAtOnceWhereNobodySeesPieces() throws Exception {
        host.streaming = false;
        host.models.put("m1", request -> Host.answer("hello to you"));

        assertThat(host.say("hello")).noneMatch(MessageDelta.class::isInstance);
        assertThat(host.transcript.getLast().content()).isEqualTo("hello to you");
    }

    /** With passages in every turn, a photo in each fifth, and tools that are called in each fourth. */
    @Test
    void everyTurnsRequestBeginsWithTheBytesOfTheTurnBeforeExceptAtACheckpoint() throws Exception {
        host.resources = Host.json(host.resources.toString().replace("\"", "'").replaceFirst("}$", "," + TOOLS + "}"));
        tools();
        knowledge("Berlin is the capital.", "Ulm has a tower.");
        host.artifactsRead = true;
        host.artifacts.put("photo", "GIF89a".getBytes(StandardCharsets.ISO_8859_1));
        AtomicInteger turn = new AtomicInteger();
        host.models.put("m1", request -> {
            JsonNode messages = request.path("messages");
            boolean called =
                    messages.get(messages.size() - 1).path("role").asText().equals("tool");
            boolean calls = turn.get() % 4 == 0 && !Host.last(request).contains("Put the conversation");
            return calls && !called ? calling("add", "{}") : summariesOrAnswers(request);
        });
        int checkpoints = 0;
        int photos = 0;
        List<String> before = List.of();
        String functions = "";
        for (; turn.get() < 50; turn.incrementAndGet()) {
            JsonNode kept = host.state.get("local_agent.checkpoint");
            host.asked.clear();
            ObjectNode input = Host.json("{'contents':[],'text':'question " + turn + "'}");
            if (turn.get() % 5 == 0) {
                input.withArray("attachments")
                        .add(Host.json("{'artifact_id':'photo','mime_type':'image/gif','size':6}"));
                photos++;
            }
            host.say(input);
            ObjectNode first = host.asked.stream()
                    .filter(request -> !Host.last(request).contains("Put the conversation"))
                    .findFirst()
                    .orElseThrow();
            List<String> now = Host.sent(first);
            if (java.util.Objects.equals(kept, host.state.get("local_agent.checkpoint"))) {
                assertThat(now.subList(0, before.size())).as("turn " + turn).isEqualTo(before);
            } else {
                checkpoints++;
                assertThat(now.get(1)).contains("Summary of the earlier conversation");
            }
            assertThat(now.getLast()).contains("Berlin", "Ulm", "question " + turn);
            assertThat(now.getLast().contains("image/gif;base64")).isEqualTo(turn.get() % 5 == 0);
            assertThat(first.path("funcs").toString()).contains("add");
            assertThat(functions).isIn("", first.path("funcs").toString());
            assertThat(now).hasSizeLessThan(45);
            before = now;
            functions = first.path("funcs").toString();
        }
        assertThat(photos).isEqualTo(10);
        assertThat(checkpoints).isBetween(2, 4);
    }

    @Test
    void whatCameWithPassagesIsSentAgainAsItWas() throws Exception {
        knowledge("Berlin is the capital.");
        host.models.put("m1", LocalAgentTest::summariesOrAnswers);

        host.say("What is the capital?");
        host.say("And of France?");

        assertThat(Host.last(host.asked.getFirst()))
                .contains("Berlin is the capital.")
                .endsWith("What is the capital?");
        List<String> first = Host.sent(host.asked.getFirst());
        assertThat(Host.sent(host.asked.getLast()).subList(0, first.size())).isEqualTo(first);
    }

    @Test
    void passagesStandInPlaceOfTheTextAndImagesStay() throws Exception {
        knowledge("A cat.");
        host.models.put("m1", request -> Host.answer("a cat"));
        ObjectNode input = Host.json("{'text':'What is it?','contents':[{'type':'text','text':'What is it?'},"
                + "{'type':'image_base64','image_base64':'data:image/png;base64,AAAA'}]}");

        host.say(input);

        JsonNode content = host.asked.getFirst().at("/messages/1/content");
        assertThat(content.at("/0/text").asText()).contains("A cat.").endsWith("What is it?");
        assertThat(content.at("/1/image_base64").asText()).isEqualTo("data:image/png;base64,AAAA");
    }

    @Test
    void passagesOfSeveralKnowledgeBasesAreOrderedByTheRerankingModel() throws Exception {
        knowledge("first", "second");
        host.config.put("rerank-model", "r1");
        ((com.fasterxml.jackson.databind.node.ArrayNode) host.resources.path("models"))
                .add(Host.json("{'model_id':'r1','operations':['rerank']}"));
        host.calls.put(
                "invoke_rerank",
                data -> Host.json("{'results':[{'index':1,'relevance_score':0.9},{'index':0,'relevance_score':0.2}]}"));
        host.models.put("m1", request -> Host.answer("ok"));

        host.say("q");

        assertThat(Host.last(host.asked.getFirst())).contains("[1] second").contains("[2] first");
    }

    @Test
    void anAnswerComesWithoutPassagesWhereTheKnowledgeBaseFails() throws Exception {
        knowledge("x");
        host.calls.put("retrieve_knowledge_base", data -> {
            throw Host.refused("runtime_error");
        });
        host.models.put("m1", request -> Host.answer("ok"));

        assertThat(Host.messages(host.say("q"))).containsExactly("ok");
        assertThat(Host.last(host.asked.getFirst())).isEqualTo("q");
    }

    @Test
    void aModelThatFailsBeforeItsFirstWordGivesWayAndTheNextStays() throws Exception {
        host.resources = Host.json(host.resources.toString().replace("\"", "'").replaceFirst("}$", "," + TOOLS + "}"));
        tools();
        host.models.put("m1", request -> {
            throw Host.refused("runtime_error");
        });
        host.models.put(
                "m2",
                request -> Host.last(request).equals("3") ? Host.answer("three") : calling("add", "{\\\"a\\\":1}"));

        List<ResultPayload> said = host.say("1 and 2?");

        assertThat(Host.messages(said)).containsExactly("three");
        assertThat(host.asked)
                .extracting(request -> request.path("llm_model_uuid").asText())
                .containsExactly("m1", "m2", "m2");
    }

    @Test
    void aModelThatFailsInTheMiddleEndsTheRun() throws Exception {
        host.models.put("m1", request -> {
            ObjectNode answer = Host.answer("half a");
            return answer.put("dies", true);
        });

        List<ResultPayload> said = host.say("hello");

        assertThat(((RunFailed) said.getLast()).code()).isEqualTo(LocalAgent.MODEL_FAILED);
        assertThat(((RunFailed) said.getLast()).retryable()).isTrue();
        assertThat(host.asked).hasSize(1);
    }

    @Test
    void aRunWithoutAModelSaysSo() throws Exception {
        host.resources = Host.json("{}");

        assertThat(((RunFailed) host.say("hello").getLast()).code()).isEqualTo(LocalAgent.NO_MODEL);
        assertThat(host.asked).isEmpty();
    }

    @Test
    void toolsAreCalledAtTheSameTimeAndAnsweredInTheirOrder() throws Exception {
        host.resources = Host.json(host.resources.toString().replace("\"", "'").replaceFirst("}$", "," + TOOLS + "}"));
        tools();
        CyclicBarrier together = new CyclicBarrier(2);
        host.calls.put("call_tool", data -> {
            try {
                together.await(20, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new AssertionError("not at the same time", e);
            }
            return Host.json("{'result':{'of':'" + data.path("tool_name").asText() + "'}}");
        });
        host.models.put("m1", request -> {
            if (request.path("messages").size() > 2) {
                return Host.answer("done");
            }
            ObjectNode both = calling("add", "{}");
            ((com.fasterxml.jackson.databind.node.ArrayNode) both.at("/message/tool_calls"))
                    .add(Host.json("{'id':'c2','type':'function','function':{'name':'now','arguments':'{}'}}"));
            return both;
        });

        List<ResultPayload> said = host.say("go");

        JsonNode messages = host.asked.getLast().path("messages");
        assertThat(messages.get(2).path("tool_calls")).hasSize(2);
        assertThat(messages.get(3).path("tool_call_id").asText()).isEqualTo("c1");
        assertThat(messages.get(3).path("content").asText()).contains("add");
        assertThat(messages.get(4).path("tool_call_id").asText()).isEqualTo("c2");
        assertThat(said).filteredOn(ToolCallCompleted.class::isInstance).hasSize(2);
        assertThat(Host.messages(said)).containsExactly("done");
    }

    @Test
    void noMoreToolsAreCalledAtTheSameTimeThanTheConfigurationSays() throws Exception {
        host.config.put("max-parallel-tools", 2);
        host.resources = Host.json(host.resources.toString().replace("\"", "'").replaceFirst("}$", "," + TOOLS + "}"));
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
            return Host.json("{'result':1}");
        });
        host.models.put("m1", request -> {
            if (request.path("messages").size() > 2) {
                return Host.answer("done");
            }
            ObjectNode many = calling("add", "{}");
            for (int i = 2; i <= 40; i++) {
                ((com.fasterxml.jackson.databind.node.ArrayNode) many.at("/message/tool_calls"))
                        .add(Host.json(
                                "{'id':'c" + i + "','type':'function','function':{'name':'add','arguments':'{}'}}"));
            }
            return many;
        });

        List<ResultPayload> said = host.say("go");

        assertThat(said).filteredOn(ToolCallCompleted.class::isInstance).hasSize(40);
        assertThat(most).hasValue(2);
    }

    @Test
    void whatGoesWrongWithAToolIsToldToTheModel() throws Exception {
        host.resources = Host.json(host.resources.toString().replace("\"", "'").replaceFirst("}$", "," + TOOLS + "}"));
        tools();
        host.calls.put("call_tool", data -> {
            throw Host.refused("unauthorized");
        });
        host.models.put("m1", request -> switch (request.path("messages").size()) {
            case 2 -> calling("add", "{}");
            case 4 -> calling("add", "[1");
            default -> Host.answer("I cannot.");
        });

        List<ResultPayload> said = host.say("go");

        assertThat(Host.messages(said)).containsExactly("I cannot.");
        JsonNode messages = host.asked.getLast().path("messages");
        assertThat(messages.get(3).path("content").asText()).contains("unauthorized");
        assertThat(messages.get(5).path("content").asText()).contains("must be a JSON object");
    }

    @Test
    void aModelThatOnlyCallsToolsHasToAnswerInTheEnd() throws Exception {
        host.config.put("max-tool-rounds", 3);
        host.resources = Host.json(host.resources.toString().replace("\"", "'").replaceFirst("}$", "," + TOOLS + "}"));
        tools();
        host.models.put(
                "m1", request -> request.path("funcs").isEmpty() ? Host.answer("enough") : calling("add", "{}"));

        assertThat(Host.messages(host.say("go"))).containsExactly("enough");
        assertThat(host.asked).hasSize(4);
    }

    @Test
    void aWindowThatCannotBePutInShortIsCutForThisTurnOnly() throws Exception {
        host.config.put("max-messages", 4).put("keep-messages", 2);
        host.models.put("m1", request -> {
            if (Host.last(request).contains("Put the conversation")) {
                throw Host.refused("rate_limited");
            }
            return Host.answer("ok");
        });
        host.models.put("m2", host.models.get("m1"));
        for (int turn = 0; turn < 4; turn++) {
            assertThat(Host.messages(host.say("q" + turn))).containsExactly("ok");
        }

        assertThat(host.state).doesNotContainKey("local_agent.checkpoint");
        assertThat(Host.sent(host.asked.getLast())).hasSize(4);
    }

    @Test
    void aModelsWindowBoundsTheConversationWhereTheConfigurationDoesNot() throws Exception {
        host.resources = windows(1_000_000, 200);
        host.models.put("m1", LocalAgentTest::summariesOrAnswers);
        host.config.put("max-messages", 400);

        // Half of 200 tokens, of which each of these takes 25 and its answer 4.
        for (int turn = 0; turn < 4; turn++) {
            host.say("x".repeat(100));
            assertThat(host.state).doesNotContainKey("local_agent.checkpoint");
        }
        host.say("x".repeat(100));
        assertThat(host.state).containsKey("local_agent.checkpoint");
    }

    @Test
    void whatTheConfigurationSaysOfTheWindowCounts() throws Exception {
        host.resources = windows(200, 200);
        host.models.put("m1", LocalAgentTest::summariesOrAnswers);
        host.config.put("max-characters", 60_000);

        for (int turn = 0; turn < 6; turn++) {
            host.say("x".repeat(100));
        }

        assertThat(host.state).doesNotContainKey("local_agent.checkpoint");
    }

    @Test
    void charactersOfOtherScriptsTakeMoreOfAWindow() throws Exception {
        host.resources = windows(200, 200);
        host.models.put("m1", LocalAgentTest::summariesOrAnswers);

        host.say("好".repeat(100));
        host.say("ok");

        assertThat(host.state).containsKey("local_agent.checkpoint");
    }

    @Test
    void whatIsSaidBetweenTwoRoundsIsToldToTheModelAndTheNextTurnStillBeginsWithTheBytesOfThisOne() throws Exception {
        steering("e-1", "and in red");
        host.models.put(
                "m1",
                request -> request.path("messages").size() == 2 ? calling("add", "{}") : Host.answer("a red one"));

        assertThat(Host.messages(host.say("draw a house"))).containsExactly("a red one");

        JsonNode second = host.asked.getLast().path("messages");
        assertThat(second).hasSize(5);
        assertThat(second.get(3).path("role").asText()).isEqualTo("tool");
        assertThat(second.get(4))
                .isEqualTo(host.asked
                        .getFirst()
                        .path("messages")
                        .get(1)
                        .<ObjectNode>deepCopy()
                        .put("content", "and in red"));
        List<String> first = Host.sent(host.asked.getFirst());
        host.models.put("m1", request -> Host.answer("ok"));
        host.say("thank you");
        List<String> next = Host.sent(host.asked.getLast());
        assertThat(next.subList(0, first.size())).isEqualTo(first);
        assertThat(next.get(first.size())).contains("and in red");
    }

    @Test
    void aModelThatTakesNoImagesIsToldOfOneThatComesBetweenTwoRounds() throws Exception {
        steering("e-1", "like this");
        var pull = host.calls.get("steering_pull");
        host.calls.put("steering_pull", data -> {
            ObjectNode pulled = (ObjectNode) pull.apply(data);
            if (!pulled.path("items").isEmpty()) {
                ((ObjectNode) pulled.at("/items/0/input"))
                        .withArray("contents")
                        .add(Host.json("{'type':'text','text':'like this'}"))
                        .add(Host.json("{'type':'image_url','image_url':{'url':'https://x.example/i.png'}}"));
            }
            return pulled;
        });
        host.models.put("m1", request -> {
            if (request.toString().contains("image_")) {
                throw Host.refused("no_images");
            }
            return request.path("messages").size() == 2 ? calling("add", "{}") : Host.answer("I read only");
        });
        host.models.put("m2", host.models.get("m1"));

        assertThat(Host.messages(host.say("draw a house"))).containsExactly("I read only");
        assertThat(Host.last(host.asked.getLast())).isEqualTo("like this\n[Images that you cannot see: 1]");
    }

    @Test
    void whatTheModelWasShownAlreadyIsNotToldAgain() throws Exception {
        host.keep("e-1", "user", "and in red");
        steering("e-1", "and in red");
        host.models.put(
                "m1", request -> request.path("messages").size() == 3 ? calling("add", "{}") : Host.answer("done"));

        host.say("draw a house");

        assertThat(Host.sent(host.asked.getLast()))
                .filteredOn(message -> message.contains("and in red"))
                .hasSize(1);
    }

    @Test
    void aHostThatCannotHandOverWhatWasSaidCostsNothing() throws Exception {
        steering("e-1", "and in red");
        host.calls.put("steering_pull", data -> {
            throw Host.refused("runtime_error");
        });
        host.models.put(
                "m1", request -> request.path("messages").size() == 2 ? calling("add", "{}") : Host.answer("done"));

        assertThat(Host.messages(host.say("draw a house"))).containsExactly("done");
        assertThat(Host.sent(host.asked.getLast())).hasSize(4);
    }

    @Test
    void nobodyIsAskedForWhatMayNotBeTakenIn() throws Exception {
        steering("e-1", "and in red");
        host.steered = false;
        host.calls.put("steering_pull", data -> {
            throw new AssertionError("it was asked for");
        });
        host.models.put(
                "m1", request -> request.path("messages").size() == 2 ? calling("add", "{}") : Host.answer("done"));

        assertThat(Host.messages(host.say("draw a house"))).containsExactly("done");
    }

    @Test
    void saysNothingToAnEventThatSaysNothing() throws Exception {
        assertThat(host.say("  ")).isEmpty();
    }

    private void knowledge(String... passages) {
        host.resources.putArray("knowledge_bases").add(Host.json("{'kb_id':'kb','operations':['retrieve']}"));
        StringBuilder results = new StringBuilder();
        for (String passage : passages) {
            results.append(results.isEmpty() ? "" : ",")
                    .append("{'content':[{'type':'text','text':'" + passage + "'}]}");
        }
        host.calls.put("retrieve_knowledge_base", data -> Host.json("{'results':[" + results + "]}"));
    }

    private static ObjectNode windows(int first, int second) {
        return Host.json("{'models':[{'model_id':'m1','operations':['invoke'],'context_window':" + first
                + "},{'model_id':'m2','operations':['invoke'],'context_window':" + second + "}]}");
    }

    /** One message that arrives while tools are called, and is sent once. */
    private void steering(String event, String text) {
        host.steered = true;
        host.resources = Host.json(host.resources.toString().replace("\"", "'").replaceFirst("}$", "," + TOOLS + "}"));
        tools();
        List<ObjectNode> waiting = new java.util.ArrayList<>(List.of(Host.json("{'items':[{'claimed_run_id':'r',"
                + "'runner_id':'plugin:agenthost/local-agent/default','event':{'event_id':'" + event
                + "','event_type':'message.received','source':'api'},'input':{'text':'" + text + "'}}]}")));
        host.calls.put("steering_pull", data -> {
            if (waiting.isEmpty()) {
                return Host.json("{'items':[]}");
            }
            if (host.transcript.stream().noneMatch(item -> item.eventId().equals(event))) {
                host.keep(event, "user", text);
            }
            return waiting.removeFirst();
        });
    }

    private void tools() {
        host.calls.put(
                "get_tool_detail",
                data -> Host.json("{'tool':{'name':'" + data.path("tool_name").asText()
                        + "','description':'d','parameters':{'type':'object'}}}"));
        host.calls.put("call_tool", data -> Host.json("{'result':3}"));
    }

    private static ObjectNode calling(String tool, String arguments) {
        return Host.json("{'message':{'role':'assistant','content':'','tool_calls':[{'id':'c1','type':'function',"
                + "'function':{'name':'" + tool + "','arguments':'" + arguments + "'}}]}}");
    }

    private static ObjectNode summariesOrAnswers(ObjectNode request) {
        return Host.last(request).contains("Put the conversation")
                ? Host.answer("They asked questions.")
                : Host.answer("answer to " + Host.last(request).length());
    }
}
