package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ResultPayload;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the questions that nobody answers: a timer of the host goes on with the graph once the question is closed. */
class UnansweredQuestionTest {
    private static final long A_DAY = 24 * 60 * 60;
    private static final String ASKS = """
            {'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':[
             {'type':'action','id':'ask','executor':{'type':'human','target':'ask_user'},'input':{'question':'Which colour?'},
              'failure_policy':{'retry':{'max_attempts':3,'delay_seconds':0}}},
             {'type':'action','id':'note','depends_on':['ask'],'executor':{'type':'tool','target':'note'},'args':{}}]}}""";
    private static final String APPROVES = """
            {'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':[
             {'type':'action','id':'note','executor':{'type':'tool','target':'note'},'args':{},
              'permission_policy':{'requires_approval':true},
              'failure_policy':{'on_failure':'ask_model'}}]}}""";

    private final PlannerHost host = new PlannerHost();

    @BeforeEach
    void configure() {
        host.tools.put("note", input -> TextNode.valueOf("noted"));
    }

    @Test
    void theActionThatAskedFailsOnceItsQuestionIsClosed() throws Exception {
        host.block(ASKS);
        host.emit("paint it");
        String timer = timer();
        assertThat(timer).endsWith("/ask/0/1/unanswered");
        assertThat(host.timers.get(timer)).isBetween(A_DAY + 1, A_DAY + 60);
        host.says("Nobody told me the colour.");

        List<ResultPayload> results = host.timerFired(timer);

        assertThat(PlannerHost.messages(results)).containsExactly("Nobody told me the colour.");
        assertThat(PlannerHost.questions(results))
                .as("a question is not repeated")
                .isEmpty();
        assertThat(host.transcript(1)).contains("Nobody responded within 24 hours.", "Status: failed");
        assertThat(host.toolCalls).isEmpty();
        assertThat(host.openGraphs()).isEmpty();
    }

    @Test
    void anApprovalThatNobodyGivesIsDenied() throws Exception {
        host.block(APPROVES);
        host.emit("note it");
        host.says("Nobody approved it.");

        List<ResultPayload> results = host.timerFired(timer());

        assertThat(PlannerHost.messages(results)).containsExactly("Nobody approved it.");
        assertThat(host.transcript(1))
                .contains("Nobody responded within 24 hours.")
                .doesNotContain("waiting for");
        assertThat(host.toolCalls).isEmpty();
        assertThat(host.openGraphs()).isEmpty();
    }

    @Test
    void theTimerOfAQuestionGoesWithItsResponse() throws Exception {
        host.block(ASKS);
        String asked = id(host.emit("paint it"));
        String timer = timer();
        host.says("red");
        host.respond(asked, "send", "{'answer':'red'}");
        assertThat(host.timers).isEmpty();

        assertThat(PlannerHost.shown(host.timerFired(timer)))
                .as("a timer that fires nevertheless")
                .isEmpty();
        assertThat(host.toolCalls).hasSize(1);
    }

    @Test
    void aTimerOfAnEarlierQuestionDoesNotCloseALaterOne() throws Exception {
        host.tools.put("note", input -> {
            return PlannerHost.toolError("broken: no");
        });
        host.block(APPROVES);
        List<ResultPayload> asked = host.emit("note it");
        String first = timer();
        host.block(
                "{'type':'agent.protocol','version':'1','intent':'decide','payload':{'type':'decision','decision':'retry','action_id':'note','run_id':'"
                        + first.substring(0, first.indexOf('/')) + "'}}");
        host.respond(id(asked), "approve");
        String second = timer();
        assertThat(second).isNotEqualTo(first);

        assertThat(PlannerHost.shown(host.timerFired(first))).isEmpty();

        assertThat(host.timers.keySet()).isEqualTo(Set.of(second));
    }

    @Test
    void aGraphThatEndsBesideAnOpenQuestionWithdrawsIt() throws Exception {
        host.tools.put("boom", input -> {
            return PlannerHost.toolError("broken: no");
        });
        host.block("""
                {'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':[
                 {'type':'action','id':'ask','executor':{'type':'human','target':'ask_user'},'input':{'question':'Which colour?'}},
                 {'type':'action','id':'note','executor':{'type':'tool','target':'note'},'args':{},
                  'permission_policy':{'requires_approval':true}},
                 {'type':'action','id':'boom','executor':{'type':'tool','target':'boom'},'args':{},
                  'failure_policy':{'on_failure':'abort'}}]}}""");
        host.says("It is broken.");

        List<ResultPayload> results = host.emit("go");

        List<String> asked = PlannerHost.questions(results).stream()
                .map(question -> question.payload().path("interaction_id").asText())
                .toList();
        assertThat(asked).hasSize(2);
        assertThat(withdrawn(results)).containsExactlyInAnyOrderElementsOf(asked);
        assertThat(host.timers).isEmpty();
        assertThat(PlannerHost.messages(results)).endsWith("It is broken.");
    }

    /** The run dies between the stored end of the graph and the withdrawal: the host would keep the question open. */
    @Test
    void aLaterAttemptWithdrawsTheQuestionsOfAGraphThatHasEnded() throws Exception {
        host.tools.put("boom", input -> {
            return PlannerHost.toolError("broken: no");
        });
        host.block("""
                {'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':[
                 {'type':'action','id':'note','executor':{'type':'tool','target':'note'},'args':{},
                  'permission_policy':{'requires_approval':true}},
                 {'type':'action','id':'boom','executor':{'type':'tool','target':'boom'},'args':{},
                  'failure_policy':{'on_failure':'abort'}}]}}""");
        host.deadly = result -> !withdrawn(List.of(result)).isEmpty();
        List<ResultPayload> lost = new ArrayList<>();
        assertThatThrownBy(() -> host.emitInto(lost, "go")).hasMessage("the connection is gone");
        assertThat(withdrawn(lost)).isEmpty();
        host.deadly = result -> false;
        host.says("It is broken.");

        List<ResultPayload> results = host.emit("go");

        assertThat(withdrawn(results)).containsExactly(id(lost));
        assertThat(PlannerHost.messages(results)).endsWith("It is broken.");
    }

    @Test
    void aQuestionWithAResponseIsNotWithdrawn() throws Exception {
        host.block(ASKS);
        String asked = id(host.emit("paint it"));
        host.says("red");
        assertThat(withdrawn(host.respond(asked, "send", "{'answer':'red'}"))).isEmpty();
        host.block(APPROVES);
        String approval = id(host.emit("note it"));
        host.says("noted");
        assertThat(withdrawn(host.respond(approval, "deny"))).isEmpty();
    }

    private static List<String> withdrawn(List<ResultPayload> results) {
        return results.stream()
                .filter(ActionRequested.class::isInstance)
                .map(ActionRequested.class::cast)
                .filter(action -> action.action().equals("interaction.withdrawn"))
                .map(action -> action.payload().path("interaction_id").asText())
                .toList();
    }

    @Test
    void aRunThatMaySetNoTimersAsksNevertheless() throws Exception {
        host.hasTimers = false;
        host.block(ASKS);
        String asked = id(host.emit("paint it"));
        assertThat(host.timers).isEmpty();
        host.says("red");
        assertThat(PlannerHost.messages(host.respond(asked, "send", "{'answer':'red'}")))
                .containsExactly("red");
    }

    private String timer() {
        assertThat(host.timers).hasSize(1);
        return host.timers.keySet().iterator().next();
    }

    private static String id(List<ResultPayload> results) {
        List<ActionRequested> questions = PlannerHost.questions(results);
        assertThat(questions).hasSize(1);
        return questions.getFirst().payload().path("interaction_id").asText();
    }
}
