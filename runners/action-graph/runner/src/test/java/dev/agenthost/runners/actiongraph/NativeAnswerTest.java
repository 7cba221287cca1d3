package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.ResultPayload;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the answers that are native calls. */
class NativeAnswerTest {
    private final PlannerHost host = new PlannerHost();

    @Test
    void theAnswerStreamsBeforeItsCallIsComplete() throws Exception {
        host.declares("{'kind':'answer','message':'It is a long way to the tower.'}");

        List<ResultPayload> results = host.emit("how far?");

        assertThat(PlannerHost.deltas(results)).hasSize(2);
        assertThat(String.join("", PlannerHost.deltas(results))).isEqualTo("It is a long way to the tower.");
        assertThat(PlannerHost.messages(results)).containsExactly("It is a long way to the tower.");
    }

    @Test
    void theNoteOfADeclarationDoesNotStream() throws Exception {
        host.tools.put("look", input -> TextNode.valueOf("seen"));
        host.declares("{'kind':'act','message':'I look.','calls':[{'id':'a','type':'tool','name':'look'}]}")
                .declares("{'kind':'answer','message':'Seen.'}");

        List<ResultPayload> results = host.emit("look");

        assertThat(String.join("", PlannerHost.deltas(results))).isEqualTo("Seen.");
        assertThat(PlannerHost.messages(results)).containsExactly("I look.", "Seen.");
    }

    @Test
    void textBeforeTheCallIsShownAloneAndTheAnswerIsOneMessage() throws Exception {
        host.calls("One moment. ", "AgentProtocolOutput", "{'kind':'answer','message':'It is far.'}");

        List<ResultPayload> results = host.emit("how far?");

        assertThat(String.join("", PlannerHost.deltas(results))).isEqualTo("One moment. ");
        assertThat(PlannerHost.messages(results)).endsWith("It is far.");
    }

    @Test
    void aDeclarationInTheMessageOfAnAnswerIsNotStreamed() throws Exception {
        host.declares("{'kind':'answer','message':'Look:\\n```agent-protocol\\n{}\\n```'}");

        assertThat(String.join("", PlannerHost.deltas(host.emit("show it")))).isEqualTo("Look:\n");
    }

    @Test
    void withoutStreamingTheAnswerIsOneMessage() throws Exception {
        host.streaming = false;
        host.declares("{'kind':'answer','message':'It is far.'}");

        List<ResultPayload> results = host.emit("how far?");

        assertThat(PlannerHost.deltas(results)).isEmpty();
        assertThat(PlannerHost.messages(results)).containsExactly("It is far.");
    }
}
