package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A runner reads the knowledge bases of its grant. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class KnowledgeCallsTest extends HostApiCase {
    private static final String RETRIEVE = "retrieve_knowledge_base";
    private static final String PATH = "/knowledge/retrieve";

    @BeforeEach
    void itIsGrantedKnowledge() {
        execution.close();
        start(ClaimedRuns.message());
    }

    @Test
    void theRunContextHasTheNamesOfExistingKnowledgeBases() {
        assertThat(runRequest.at("/data/context/resources/knowledge_bases"))
                .isEqualTo(json("[{\"kb_id\":\"kb-1\",\"kb_name\":\"Name of kb-1\",\"kb_type\":null,"
                        + "\"operations\":[\"list\",\"retrieve\"],\"description\":\"what is in it\"}]"));
        assertThat(FakeContextStore.requests("/run-context").getLast().path("knowledge_bases"))
                .isEqualTo(json("[\"kb-1\",\"gone-1\"]"));
    }

    @Test
    void returnsPassagesInTheFormatOfLangBot() {
        JsonNode found = served(
                RETRIEVE,
                "{\"kb_id\":\"kb-1\",\"query_text\":\"which colour\",\"top_k\":3,\"filters\":{\"language\":\"en\"}}");

        assertThat(found)
                .isEqualTo(
                        json("{\"results\":[{\"id\":\"d1/0\",\"content\":[{\"type\":\"text\",\"text\":\"it is red\"}],"
                                + "\"metadata\":{\"document_name\":\"tower.txt\"},\"distance\":0.25,\"score\":0.5}]}"));
        JsonNode question = FakeContextStore.requests(PATH).getFirst();
        assertThat(question)
                .isEqualTo(
                        json("{\"workspace_id\":\"ws-1\",\"kb_ids\":[\"kb-1\"],\"query\":\"which colour\",\"top_k\":3,"
                                + "\"filters\":{\"language\":\"en\"},\"run_id\":\"" + run.runId()
                                + "\",\"bot_id\":\"bot-1\",\"sender_id\":\"u1\",\"session\":\""
                                + run.resolution().event().conversationKey().value() + "\"}"));

        served(RETRIEVE, "{\"kb_id\":\"kb-1\",\"query_text\":\"q\",\"top_k\":5000,\"filters\":null}");
        assertThat(FakeContextStore.requests(PATH).getLast().path("top_k").intValue())
                .isEqualTo(50);
        served(RETRIEVE, "{\"kb_id\":\"kb-1\",\"query_text\":\"q\"}");
        assertThat(FakeContextStore.requests(PATH).getLast().path("top_k").intValue())
                .isEqualTo(5);
    }

    @Test
    void refusesAnUngrantedKnowledgeBaseBeforeRetrieval() {
        JsonNode foreign = plugin.call(RETRIEVE, data("{\"kb_id\":\"kb-2\",\"query_text\":\"q\"}"));
        assertThat(error(foreign)).isEqualTo("unauthorized");
        assertThat(foreign.path("message").asText())
                .isEqualTo("Knowledge base kb-2: retrieve not authorized for this agent run");

        execution.close();
        start(ClaimedRuns.claimed());
        assertThat(refused(RETRIEVE, "{\"kb_id\":\"kb-1\",\"query_text\":\"q\"}"))
                .isEqualTo("unauthorized");
        assertThat(runRequest.at("/data/context/resources/knowledge_bases")).isEmpty();
        assertThat(FakeContextStore.requests(PATH)).isEmpty();
    }

    @Test
    void refusesInvalidArgumentsBeforeRetrieval() {
        for (String bad : List.of(
                "{}",
                "{\"kb_id\":7,\"query_text\":\"q\"}",
                "{\"kb_id\":\" \",\"query_text\":\"q\"}",
                "{\"kb_id\":\"kb-1\"}",
                "{\"kb_id\":\"kb-1\",\"query_text\":\" \"}",
                "{\"kb_id\":\"kb-1\",\"query_text\":7}",
                "{\"kb_id\":\"kb-1\",\"query_text\":\"a\\u0000\"}",
                "{\"kb_id\":\"kb-1\",\"query_text\":\"" + "x".repeat(16_385) + "\"}",
                "{\"kb_id\":\"kb-1\",\"query_text\":\"q\",\"top_k\":\"many\"}",
                "{\"kb_id\":\"kb-1\",\"query_text\":\"q\",\"top_k\":1.5}",
                "{\"kb_id\":\"kb-1\",\"query_text\":\"q\",\"filters\":[]}",
                "{\"kb_id\":\"kb-1\",\"query_text\":\"q\",\"filters\":{\"a\":{\"$gt\":1}}}",
                "{\"kb_id\":\"kb-1\",\"query_text\":\"q\",\"filters\":{\"a\":null}}")) {
            assertThat(refused(RETRIEVE, bad)).as(bad).isEqualTo("invalid_argument");
        }
        assertThat(FakeContextStore.requests(PATH)).isEmpty();
    }

    @Test
    void aDeletedKnowledgeBaseIsNotFound() {
        FakeContextStore.TROUBLE.put("/internal/v1" + PATH, new FakeContextStore.Problem(404, "not_found"));

        assertThat(refused(RETRIEVE, "{\"kb_id\":\"kb-1\",\"query_text\":\"q\"}"))
                .isEqualTo("not_found");
    }

    @Test
    void doesNotGrantAKnowledgeBaseCreatedLater() {
        assertThat(refused(RETRIEVE, "{\"kb_id\":\"gone-1\",\"query_text\":\"q\"}"))
                .isEqualTo("unauthorized");
    }

    @Test
    void aRunWithoutASenderHasNone() {
        execution.close();
        start(ClaimedRuns.schedule());

        served(RETRIEVE, "{\"kb_id\":\"kb-1\",\"query_text\":\"q\"}");

        assertThat(FakeContextStore.requests(PATH).getFirst().has("sender_id")).isFalse();
    }

    private void start(EventEnvelope event) {
        ResourcePolicy granted = new ResourcePolicy(
                List.of(),
                List.of(),
                List.of("kb-1", "gone-1"),
                List.of(),
                List.of(),
                List.of(),
                List.of("history"),
                null);
        start(ClaimedRuns.claimed(
                event,
                ClaimedRuns.binding(
                        granted,
                        StatePolicy.defaults(),
                        DeliveryPolicy.defaults(),
                        JsonNodeFactory.instance.objectNode()),
                1,
                Instant.now().plusSeconds(60)));
    }
}
