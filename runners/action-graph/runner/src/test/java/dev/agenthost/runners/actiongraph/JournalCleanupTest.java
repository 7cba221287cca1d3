package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.ResultPayload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the removal of stored graphs that more than one run of the host has stored. */
class JournalCleanupTest {
    private static final String ORDER = """
            {'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':[
             {'type':'action','id':'look','executor':{'type':'tool','target':'look'},'args':{}},
             {'type':'action','id':'order','executor':{'type':'tool','target':'order'},'args':{},'depends_on':['look'],
              'permission_policy':{'requires_approval':true}}]}}""";
    private static final String STORED = """
            {'type':'agent.protocol','version':'1','intent':'execute','persist':true,'payload':{'type':'action_graph',
             'actions':[{'type':'action','id':'later','executor':{'type':'tool','target':'later'},'args':{}}]}}""";

    private final PlannerHost host = new PlannerHost();

    @BeforeEach
    void configure() {
        host.tools.put("look", input -> TextNode.valueOf("nuts"));
        host.tools.put("order", input -> TextNode.valueOf("ordered"));
        host.tools.put("later", input -> TextNode.valueOf("later"));
        host.deadline = Instant.now().minus(Duration.ofDays(1));
    }

    @Test
    void aGraphThatAnotherRunContinuedIsRemovedAfterTheDeadlinesOfBoth() throws Exception {
        String question = asks();
        approves(question);
        assertThat(keys("run.")).hasSize(1);
        assertThat(keys("open.")).hasSize(2);

        declaresAnother();

        assertThat(keys("run.")).as("the later graph").hasSize(1);
        assertThat(keys("open.")).as("that of the later run").hasSize(1);
        assertThat(host.openGraphs()).isEmpty();
        assertThat(host.state.toString()).contains("later").doesNotContain("nuts");
    }

    @Test
    void valuesBeyondOneCallAreRemovedToo() throws Exception {
        host.tools.put("look", input -> TextNode.valueOf("nuts".repeat(220_000)));
        approves(asks());
        assertThat(keys("output.")).hasSizeGreaterThan(20);

        declaresAnother();

        assertThat(keys("output.")).isEmpty();
        assertThat(keys("run.")).hasSize(1);
        assertThat(keys("open.")).hasSize(1);
    }

    @Test
    void aCleanupThatFailsBetweenTwoCallsIsCompletedByALaterRun() throws Exception {
        host.tools.put("look", input -> TextNode.valueOf("nuts".repeat(220_000)));
        approves(asks());
        AtomicInteger cleanups = new AtomicInteger();
        host.beforeApply = changes -> {
            if (changes.getFirst().isDeletion() && cleanups.incrementAndGet() == 2) {
                throw PlannerHost.refused("runtime_error");
            }
        };
        declaresAnother();
        assertThat(keys("output.")).isNotEmpty();

        declaresAnother("last");

        assertThat(keys("output.")).isEmpty();
        assertThat(keys("run.")).hasSize(1);
    }

    /** The process may die after the answer of the host and before the end of the run: its next attempt reads the graph. */
    @Test
    void aGraphStaysWhileTheRunThatContinuedItMayBeginAgain() throws Exception {
        String question = asks();
        host.deadline = Instant.now().plusSeconds(600);
        approves(question);

        declaresAnother();

        assertThat(keys("run.")).hasSize(2);
        assertThat(keys("open.")).as("that of the run that asked is removed").hasSize(2);
        host.says("Ordered, as before.");
        assertThat(PlannerHost.messages(host.respond(question, "approve"))).containsExactly("Ordered, as before.");
        assertThat(host.toolCalls).containsOnlyOnce("order {}");
    }

    @Test
    void aGraphWhoseRunWasCancelledWhileItWaitedIsRemovedAfterTheDeadline() throws Exception {
        host.readsRuns = true;
        asks();
        host.calls.put("run_get", data -> PlannerHost.json("{'status':'completed'}"));
        declaresAnother();
        assertThat(keys("run.")).as("the graph that waits and the later one").hasSize(2);

        host.calls.put("run_get", data -> PlannerHost.json("{'status':'cancelled'}"));
        declaresAnother("last");

        assertThat(keys("run.")).as("the last graph").hasSize(1);
        assertThat(host.state.toString()).doesNotContain("nuts");
    }

    @Test
    void theLastRunThatStoredAGraphDecidesWhetherItWaits() throws Exception {
        host.readsRuns = true;
        host.block(ORDER.replace("'args':{}},", "'args':{},'permission_policy':{'requires_approval':true}},"));
        List<ResultPayload> first = host.emit("order nuts");
        host.deadline = host.deadline.plusSeconds(60);
        assertThat(PlannerHost.questions(host.respond(id(first), "approve"))).hasSize(1);
        assertThat(keys("open.")).hasSize(2);
        AtomicInteger asked = new AtomicInteger();
        host.calls.put("run_get", data -> {
            asked.incrementAndGet();
            boolean isLast = data.path("target_run_id").asText().equals("r2");
            return PlannerHost.json(isLast ? "{'status':'cancelled'}" : "{'status':'completed'}");
        });

        declaresAnother();

        assertThat(keys("run.")).as("the later graph").hasSize(1);
        assertThat(keys("open.")).as("that of the later run").hasSize(1);
        assertThat(asked.get()).as("requests for the last run alone").isEqualTo(1);
    }

    @Test
    void aGraphThatWaitsIsRemovedWhenNoEventCanContinueItAnyMore() throws Exception {
        host.deadline = Instant.now().minus(Duration.ofDays(89));
        asks();
        declaresAnother();
        assertThat(keys("run.")).as("the graph that waits and the later one").hasSize(2);

        host.state.replaceAll((key, value) -> key.startsWith("action_graph.open.") ? daysEarlier(value, 2) : value);
        declaresAnother("last");

        assertThat(keys("run.")).as("the last graph").hasSize(1);
        assertThat(host.state.toString()).doesNotContain("nuts");
    }

    @Test
    void aRunThatFindsTheStateFullRemovesWhatNoRunNeeds() throws Exception {
        approves(asks());
        host.fullScope = "the scope is full";
        host.event = "later";
        host.block(STORED);

        assertThat(PlannerHost.failure(host.emit("go")).code()).isEqualTo(ActionGraphAgent.STATE_FULL);

        assertThat(keys("run.")).isEmpty();
        host.fullScope = null;
        declaresAnother();
        assertThat(keys("run.")).hasSize(1);
    }

    private static JsonNode daysEarlier(JsonNode open, int days) {
        ObjectNode earlier = open.deepCopy();
        return earlier.put(
                "deadline",
                open.path("deadline").asLong() - Duration.ofDays(days).toSeconds());
    }

    /** Runs a request whose graph asks a person; returns the id of the question. */
    private String asks() throws Exception {
        host.block(ORDER);
        List<ResultPayload> asked = host.emit("order nuts");
        return id(asked);
    }

    private static String id(List<ResultPayload> asked) {
        return PlannerHost.questions(asked)
                .getFirst()
                .payload()
                .path("interaction_id")
                .asText();
    }

    private void approves(String question) throws Exception {
        host.says("Ordered.");
        assertThat(PlannerHost.messages(host.respond(question, "approve"))).containsExactly("Ordered.");
    }

    private void declaresAnother() throws Exception {
        declaresAnother("later");
    }

    private void declaresAnother(String event) throws Exception {
        host.event = event;
        host.block(STORED).says("done");
        host.emit("go");
    }

    private List<String> keys(String kind) {
        return host.state.keySet().stream()
                .filter(key -> key.startsWith("action_graph." + kind))
                .toList();
    }
}
