package dev.agenthost.runners.localagent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the passages of knowledge bases in the requests of the agent. */
class LocalAgentKnowledgeTest extends LocalAgentFixture {
    @Test
    void whatCameWithPassagesIsSentAgainAsItWas() throws Exception {
        knowledge("Berlin is the capital.");
        host.models.put("m1", LocalAgentTest::summariesOrAnswers);

        host.emit("What is the capital?");
        host.emit("And of France?");

        assertThat(ConversationHost.last(host.asked.getFirst()))
                .contains("Berlin is the capital.")
                .endsWith("What is the capital?");
        List<String> first = ConversationHost.sent(host.asked.getFirst());
        assertThat(ConversationHost.sent(host.asked.getLast()).subList(0, first.size()))
                .isEqualTo(first);
    }

    @Test
    void passagesStandInPlaceOfTheTextAndImagesStay() throws Exception {
        knowledge("A cat.");
        host.models.put("m1", request -> ConversationHost.answer("a cat"));
        ObjectNode input =
                ConversationHost.json("{'text':'What is it?','contents':[{'type':'text','text':'What is it?'},"
                        + "{'type':'image_base64','image_base64':'data:image/png;base64,AAAA'}]}");

        host.emit(input);

        JsonNode content = host.asked.getFirst().at("/messages/1/content");
        assertThat(content.at("/0/text").asText()).contains("A cat.").endsWith("What is it?");
        assertThat(content.at("/1/image_base64").asText()).isEqualTo("data:image/png;base64,AAAA");
    }

    @Test
    void passagesOfSeveralKnowledgeBasesAreOrderedByTheRerankingModel() throws Exception {
        knowledge("first", "second");
        host.config.put("rerank-model", "r1");
        ((com.fasterxml.jackson.databind.node.ArrayNode) host.resources.path("models"))
                .add(ConversationHost.json("{'model_id':'r1','operations':['rerank']}"));
        host.calls.put(
                "invoke_rerank",
                data -> ConversationHost.json(
                        "{'results':[{'index':1,'relevance_score':0.9},{'index':0,'relevance_score':0.2}]}"));
        host.models.put("m1", request -> ConversationHost.answer("ok"));

        host.emit("q");

        assertThat(ConversationHost.last(host.asked.getFirst()))
                .contains("[1] second")
                .contains("[2] first");
    }

    @Test
    void anAnswerComesWithoutPassagesWhereTheKnowledgeBaseFails() throws Exception {
        knowledge("x");
        host.calls.put("retrieve_knowledge_base", data -> {
            throw ConversationHost.refused("runtime_error");
        });
        host.models.put("m1", request -> ConversationHost.answer("ok"));

        assertThat(ConversationHost.messages(host.emit("q"))).containsExactly("ok");
        assertThat(ConversationHost.last(host.asked.getFirst())).isEqualTo("q");
    }
}
