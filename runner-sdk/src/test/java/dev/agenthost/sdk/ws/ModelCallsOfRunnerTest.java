package dev.agenthost.sdk.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.host.ModelAnswer;
import dev.agenthost.sdk.host.ModelEnd;
import dev.agenthost.sdk.host.ModelRequest;
import dev.agenthost.sdk.host.RankedDocument;
import dev.agenthost.sdk.ws.ScriptedHost.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the calls of models: answers, streams, ranking and token counts. */
@Timeout(60)
class ModelCallsOfRunnerTest extends HostSubjectsFixture {
    private static final ModelRequest HELLO = ModelRequest.of("m1", List.of(Message.assistant("hello")));

    @Test
    void invokesAModelAndGetsItsMessageAndUsage() throws Exception {
        CompletableFuture<ModelAnswer> answer = new CompletableFuture<>();
        Peer peer = connect(
                call(answer, api -> api.models().invoke(HELLO.withoutThinking().to("m2"))));
        peer.run("r1");

        JsonNode asked = peer.next();
        assertThat(asked.path("action").asText()).isEqualTo("invoke_llm");
        assertThat(asked.at("/data/llm_model_uuid").asText()).isEqualTo("m2");
        assertThat(asked.at("/data/messages/0/content").asText()).isEqualTo("hello");
        assertThat(asked.at("/data/funcs").isArray()).isTrue();
        assertThat(asked.at("/data/extra_args").isObject()).isTrue();
        assertThat(asked.at("/data/remove_think").asBoolean()).isTrue();
        peer.answer(asked, "{'message':{'role':'assistant','content':'hi'},'usage':{'total_tokens':3}}");

        assertThat(get(answer).message().plainText()).isEqualTo("hi");
        assertThat(get(answer).usage()).isEqualTo(ScriptedHost.json("{'total_tokens':3}"));
    }

    /** An absent value leaves the decision to the agent's configuration, which a sent value would override. */
    @Test
    void omitsUnsetThinkingOptions() throws Exception {
        List<Boolean> removeThink = new CopyOnWriteArrayList<>();
        CompletableFuture<Boolean> over = new CompletableFuture<>();
        List<ModelRequest> requests = List.of(
                HELLO,
                HELLO.functions(List.of(ScriptedHost.json("{'name':'f'}"))).to("m2"),
                HELLO.withThinking().to("m3"),
                HELLO.withoutThinking().extraArgs(ProtocolCodec.mapper().createObjectNode()));
        Peer peer = connect(call(over, api -> {
            requests.forEach(request -> api.models().invoke(request));
            return true;
        }));
        peer.run("r1");

        for (ModelRequest ignored : requests) {
            JsonNode asked = peer.next();
            JsonNode thoughts = asked.path("data").path("remove_think");
            removeThink.add(thoughts.isMissingNode() ? null : thoughts.booleanValue());
            peer.answer(asked, "{'message':{'role':'assistant','content':'hi'}}");
        }

        assertThat(get(over)).isTrue();
        assertThat(removeThink).containsExactly(null, null, false, true);
    }

    @Test
    void streamsTheChunksOfAModelAndItsUsageAtTheEnd() throws Exception {
        List<String> pieces = new ArrayList<>();
        CompletableFuture<ModelEnd> ends = new CompletableFuture<>();
        Peer peer = connect(
                call(ends, api -> api.models().stream(HELLO, (MessageChunk piece) -> pieces.add(piece.plainText()))));
        peer.run("r1");

        JsonNode asked = peer.next();
        peer.answer(asked, "{'chunk':{'role':'assistant','content':'a'}}");
        peer.answer(asked, "{'chunk':{'role':'assistant','content':'b','is_final':true}}");
        peer.answer(asked, "{'usage':{'total_tokens':3},'finish_reason':'length'}");
        end(peer, asked);

        assertThat(get(ends)).isEqualTo(new ModelEnd(ScriptedHost.json("{'total_tokens':3}"), "length"));
        assertThat(pieces).containsExactly("a", "b");
    }

    @Test
    void aStreamThatFailsMidwayThrowsTheErrorOfTheHost() throws Exception {
        List<String> pieces = new ArrayList<>();
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Peer peer = connect((context, out, api) -> thrown.complete(
                catchThrowable(() -> api.models().stream(HELLO, piece -> pieces.add(piece.plainText())))));
        peer.run("r1");

        JsonNode asked = peer.next();
        peer.answer(asked, "{'chunk':{'role':'assistant','content':'a'}}");
        peer.socket.writeTextMessage(
                ScriptedHost.failure(asked, "gone", "{'code':'runtime_error','message':'gone','retryable':true}"));

        assertThat(((AgentApiException) get(thrown)).is(FailureCode.RUNTIME_ERROR))
                .isTrue();
        assertThat(pieces).containsExactly("a");
    }

    @Test
    void aStreamEndsWithItsConnectionAndWithItsConsumer() throws Exception {
        CompletableFuture<Throwable> consumers = new CompletableFuture<>();
        CompletableFuture<Throwable> connections = new CompletableFuture<>();
        Peer peer = connect((context, out, api) -> {
            consumers.complete(catchThrowable(() -> api.models().stream(HELLO, piece -> {
                throw new IllegalStateException("enough");
            })));
            connections.complete(catchThrowable(() -> api.models().stream(HELLO, piece -> {})));
        });
        peer.run("r1");

        peer.answer(peer.next(), "{'chunk':{'role':'assistant','content':'a'}}");
        assertThat(get(consumers)).hasMessage("enough");
        peer.answer(peer.next(), "{'chunk':{'role':'assistant','content':'a'}}");
        peer.socket.close();
        assertThat(get(connections)).isInstanceOf(RunCancelledException.class);
    }

    @Test
    void ranksDocumentsAndCountsTokens() throws Exception {
        CompletableFuture<List<RankedDocument>> ranking = new CompletableFuture<>();
        CompletableFuture<Long> tokens = new CompletableFuture<>();
        Peer peer = connect((context, out, api) -> {
            ranking.complete(api.models().rerank("m1", "q", List.of("a", "b"), 2));
            tokens.complete(api.models().countTokens(HELLO));
        });
        peer.answers.put(
                "invoke_rerank",
                request -> ScriptedHost.success(
                        request, "{'results':[{'index':1,'relevance_score':0.9},{'index':0,'relevance_score':0.1}]}"));
        peer.answers.put("count_tokens", request -> ScriptedHost.success(request, "{'tokens':12}"));
        peer.run("r1");

        assertThat(get(ranking)).containsExactly(new RankedDocument(1, 0.9), new RankedDocument(0, 0.1));
        assertThat(get(tokens)).isEqualTo(12);
    }
}
