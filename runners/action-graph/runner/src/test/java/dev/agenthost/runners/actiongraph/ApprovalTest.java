package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the actions that a person has to approve: the run ends, and the response starts a run that goes on. */
class ApprovalTest {
    private static final String GRAPH = """
            ```agent-protocol
            {"type":"agent.protocol","version":"1","intent":"execute","payload":{"type":"action_graph","actions":[
             {"type":"action","id":"look","executor":{"type":"tool","target":"look"},"args":{}},
             {"type":"action","id":"send","title":"Send the mail","executor":{"type":"tool","target":"send"},
              "args":{"text":"action:look.output","for":"input:user.goal"},
              "permission_policy":{"requires_approval":true}}]}}
            ```
            """;

    private final PlannerHost host = new PlannerHost();

    ApprovalTest() {
        host.tools.put("look", input -> TextNode.valueOf("found"));
        host.tools.put("send", input -> TextNode.valueOf("sent"));
    }

    @Test
    void anAnswerWhileAPersonIsAskedEndsTheRunAsWaitingAndTheResponseGoesOn() throws Exception {
        host.tools.put("fails", input -> PlannerHost.toolError("broken: no"));
        host.tools.put("order", input -> TextNode.valueOf("ordered"));
        host.block("""
                {'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':[
                 {'type':'action','id':'b','executor':{'type':'tool','target':'fails'},'args':{},'failure_policy':'ask_model'},
                 {'type':'action','id':'o','executor':{'type':'tool','target':'order'},'args':{},
                  'permission_policy':{'requires_approval':true}},
                 {'type':'action','id':'after','depends_on':['b'],'executor':{'type':'tool','target':'order'},'args':{}}]}}""").says("One has failed.");

        List<ResultPayload> asked = host.emit("go");

        assertThat(PlannerHost.messages(asked)).endsWith("One has failed.");
        assertThat(((RunCompleted) asked.getLast()).finishReason()).isEqualTo("waiting");
        assertThat(host.timers).as("the question closes after a day").hasSize(1);

        host.says("Ordered.");
        List<ResultPayload> results = host.respond(
                PlannerHost.questions(asked)
                        .getFirst()
                        .payload()
                        .path("interaction_id")
                        .asText(),
                "approve");

        assertThat(host.toolCalls).contains("order {}");
        assertThat(PlannerHost.messages(results)).containsExactly("Ordered.");
        assertThat(((RunCompleted) results.getLast()).finishReason()).isEqualTo("stop");
        assertThat(host.timers).isEmpty();
        assertThat(host.openGraphs()).isEmpty();
    }

    @Test
    void theRunEndsWaitingAndTheApprovedActionRunsInTheNextOne() throws Exception {
        host.says(GRAPH);

        List<ResultPayload> asked = host.emit("mail it");

        assertThat(((RunCompleted) asked.getLast()).finishReason()).isEqualTo("waiting");
        assertThat(host.toolCalls).containsExactly("look {}");
        ActionRequested question = question(asked);
        assertThat(question.payload().path("title").asText()).isEqualTo("May tool:send run for the action send?");

        host.says("it is sent");
        List<ResultPayload> answered = host.respond(interactionId(question), "approve");

        assertThat(host.toolCalls).containsExactly("look {}", "send {\"text\":\"found\",\"for\":\"mail it\"}");
        assertThat(PlannerHost.messages(answered)).containsExactly("it is sent");
        assertThat(host.transcript(1)).contains("found", "sent", "Status: completed");
    }

    @Test
    void aLaterAttemptAsksAgainBecauseTheHostMayHaveLostTheQuestion() throws Exception {
        host.says(GRAPH);
        ActionRequested first = question(host.emit("mail it"));

        ActionRequested again = question(host.emit("mail it"));

        assertThat(again.payload()).isEqualTo(first.payload());
        host.says("it is sent");
        List<ResultPayload> answered = host.respond(interactionId(again), "approve");
        assertThat(answered)
                .as("another run asks nothing again")
                .noneMatch(result -> result instanceof ActionRequested action
                        && action.action().equals("interaction.requested"));
        assertThat(host.toolCalls).containsExactly("look {}", "send {\"text\":\"found\",\"for\":\"mail it\"}");
    }

    @Test
    void theRunOfTheResponseRepeatsNoNoteOfTheRunThatAsked() throws Exception {
        host.says(GRAPH + "\n## user.visible\n\nI ask first.");
        List<ResultPayload> asked = host.emit("mail it");
        assertThat(PlannerHost.messages(asked)).containsExactly("I ask first.");
        host.dies = true;
        assertThatThrownBy(() -> host.respond(interactionId(question(asked)), "approve"))
                .hasMessage("the model is gone");
        host.dies = false;
        host.says("it is sent");

        List<ResultPayload> answered = host.respond(interactionId(question(asked)), "approve");

        assertThat(PlannerHost.messages(answered)).containsExactly("it is sent");
        assertThat(host.toolCalls).hasSize(2);
    }

    @Test
    void theConfigurationRequiresApprovalWhateverIsDeclared() throws Exception {
        host.config = PlannerHost.json(
                "{'executors':[{'type':'tool','name':'look','effects':['read']},"
                        + "{'type':'tool','name':'send','effects':['send']}],'executor-rules':{'approval_for':['send','purchase']}}");
        host.says(GRAPH.replace("\"requires_approval\":true", "\"requires_approval\":false"));

        List<ResultPayload> asked = host.emit("mail it");

        assertThat(((RunCompleted) asked.getLast()).finishReason()).isEqualTo("waiting");
        assertThat(host.toolCalls).containsExactly("look {}");
        host.says("it is sent");
        host.respond(interactionId(question(asked)), "approve");
        assertThat(host.toolCalls).containsExactly("look {}", "send {\"text\":\"found\",\"for\":\"mail it\"}");
    }

    @Test
    void aToolWithoutDeclaredEffectsWrites() throws Exception {
        host.config = PlannerHost.json("{'executor-rules':{'approval_for':['write']}}");
        host.says(GRAPH);

        host.emit("mail it");

        assertThat(host.toolCalls).isEmpty();
    }

    @Test
    void theQuestionShowsTheDeclaredEffectThatMadeItNecessary() throws Exception {
        host.config = PlannerHost.json("{'executor-rules':{'approval_for':['purchase']}}");
        host.says(
                GRAPH.replace("\"permission_policy\":{\"requires_approval\":true}", "\"side_effects\":[\"purchase\"]"));

        String question = question(host.emit("mail it")).payload().toString();

        assertThat(question).contains("Effects: write, purchase (by its declaration)");
    }

    @Test
    void aDeniedActionNeverRuns() throws Exception {
        host.says(GRAPH);
        String id = interactionId(question(host.emit("mail it")));
        host.says("as you wish");

        List<ResultPayload> answered = host.respond(id, "deny");

        assertThat(host.toolCalls).containsExactly("look {}");
        assertThat(PlannerHost.messages(answered)).containsExactly("as you wish");
        assertThat(host.transcript(1)).contains("Status: failed");
    }

    @Test
    void aRunThatDiesBeforeItsAnswerAnswersWithTheResults() throws Exception {
        host.says(GRAPH);
        String id = interactionId(question(host.emit("mail it")));
        host.says("it is sent");
        host.respond(id, "approve");

        host.says("it is sent");
        List<ResultPayload> again = host.respond(id, "approve");

        assertThat(PlannerHost.messages(again)).containsExactly("it is sent");
        assertThat(host.transcript(2)).contains("found", "sent", "Status: completed");
        assertThat(host.toolCalls).hasSize(2);
    }

    @Test
    void aRunThatDiesAfterTheApprovalNeverRepeatsTheAction() throws Exception {
        host.says(GRAPH);
        String id = interactionId(question(host.emit("mail it")));
        host.tools.put("send", input -> {
            throw new IllegalStateException("the process dies");
        });
        assertThatThrownBy(() -> host.respond(id, "approve")).hasMessage("the process dies");
        host.says("its outcome is unknown");

        List<ResultPayload> answered = host.respond(id, "approve");

        assertThat(host.toolCalls).hasSize(2);
        assertThat(PlannerHost.messages(answered)).containsExactly("its outcome is unknown");
        assertThat(host.transcript(1)).contains("Status: blocked");
    }

    @Test
    void anApprovedActionWhoseToolIsMissingFailsAndTheGraphGoesOn() throws Exception {
        host.says(GRAPH).says("It was not sent");
        String id = interactionId(question(host.emit("mail it")));
        host.tools.remove("send");

        List<ResultPayload> answered = host.respond(id, "approve");

        assertThat(PlannerHost.messages(answered)).containsExactly("It was not sent");
        assertThat(host.transcript(1)).contains("tool:send is not available any more");
        assertThat(host.toolCalls).hasSize(1);
    }

    @Test
    void withoutStateNothingIsAskedAndTheActionIsRefused() throws Exception {
        host.hasState = false;
        host.says(GRAPH).says("I cannot");

        List<ResultPayload> results = host.emit("mail it");

        assertThat(PlannerHost.questions(results)).isEmpty();
        assertThat(host.toolCalls).containsExactly("look {}");
        assertThat(host.transcript(1)).contains("approval.required");
    }

    private static ActionRequested question(List<ResultPayload> results) {
        return PlannerHost.questions(results).getFirst();
    }

    private static String interactionId(ActionRequested question) {
        return ProtocolCodec.tree(question.payload()).path("interaction_id").asText();
    }
}
