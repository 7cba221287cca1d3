package dev.agenthost.local.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.run.DeliveryPolicy;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AnswerRenderingTest {
    private final StringBuilder screen = new StringBuilder();
    private AnswerRendering spoken = AnswerRendering.nothingYet();

    @Test
    void deltasAreShownAsTheyComeAndTheWholeAddsOnlyWhatIsMissing() {
        hear(delta("hel"), delta("lo"), whole("hello!"));
        assertThat(screen).hasToString("hello!\n");
    }

    @Test
    void wholeMessageReplacesWhatDiffers() {
        hear(delta("helo"), whole("hello"));
        assertThat(screen).hasToString("helo\nhello\n");
    }

    @Test
    void secondMessageStandsOnALineOfItsOwn() {
        hear(whole("one"), delta("two"), whole("two"));
        assertThat(screen).hasToString("one\ntwo\n");
    }

    @Test
    void theMessageOfTheEndIsShown() {
        hear(whole("one"), new RunCompleted("stop", Message.assistant("two")));
        assertThat(screen).hasToString("one\ntwo\n");
        assertThat(spoken.end()).isEqualTo(new AnswerRendering.End("", false));
    }

    @Test
    void failureIsThePlainSentence() {
        hear(delta("so far"), RunFailed.of(FailureCode.RUNNER_ERROR, "stack trace"));
        assertThat(screen).hasToString("so far\n");
        assertThat(spoken.end()).isEqualTo(new AnswerRendering.End(FailureCode.RUNNER_ERROR.sentence(), false));
    }

    @Test
    void actionsAreOneLineForEachChange() {
        hear(
                whole("I look."),
                view("{'id':'a','title':'Read','status':'running'},{'id':'b','title':'Send','status':'pending'}"),
                view("{'id':'a','title':'Read','status':'running'},{'id':'b','title':'Send','status':'pending'}"),
                view("{'id':'a','title':'Read','status':'completed','result_summary':'3\\nfiles'},"
                        + "{'id':'b','title':'Send','status':'waiting'}"),
                new ActionRequested(UiProjection.ACTION, null, null),
                whole("Done."));
        assertThat(screen).hasToString("""
                I look.
                  running    Read
                  completed  Read: 3 files
                  waiting    Send
                Done.
                """);
    }

    @Test
    void aQuestionIsShownWithItsButtonsAndFieldsAndTheRunWaits() {
        hear(
                delta("I ask."),
                question("{'interaction_id':'q','title':'May it run?','description':'It costs 5.',"
                        + "'fields':[{'id':'why','type':'text','label':'Reason'}],"
                        + "'actions':[{'id':'approve','label':'Approve'}],'fallback_text':'Reply approve.'}"),
                question("{'title':'no question'}"),
                new RunCompleted(RunCompleted.WAITING, null));
        assertThat(screen).hasToString("""
                I ask.
                May it run?
                It costs 5.
                  field   why: Reason (text)
                  button  approve: Approve
                """);
        assertThat(spoken.end()).isEqualTo(new AnswerRendering.End("", true));
    }

    @Test
    void aLaterAttemptRepeatsNothingThatIsOnTheScreen() {
        ResultPayload runs = view("{'id':'a','title':'Read','status':'running'}");
        ResultPayload asks = question("{'interaction_id':'q','title':'May it run?','fallback_text':'Reply.',"
                + "'actions':[{'id':'approve','label':'Approve'}]}");
        hear(started(), whole("I look."), runs, asks, started(), whole("I look."), runs, asks, whole("Done."));
        assertThat(screen).hasToString("I look.\n  running    Read\nMay it run?\n  button  approve: Approve\nDone.\n");
        hear(whole("Done."), started(), whole("Other."));
        assertThat(screen.toString()).endsWith("Done.\nDone.\nOther.\n");
    }

    @Test
    void onlyTheChangesOfKnownGraphsArePrinted() {
        spoken = AnswerRendering.knowing(List.of(((ActionRequested) view(
                        "{'id':'a','title':'Read','status':'completed'},{'id':'b','title':'Send','status':'waiting'}"))
                .payload()));
        hear(view("{'id':'a','title':'Read','status':'completed'},{'id':'b','title':'Send','status':'running'}"));
        assertThat(screen).hasToString("  running    Send\n");
    }

    @Test
    void unknownResultsSayNothing() {
        assertThat(spoken.after(new DecodeResult.Unknown("x"))).isEqualTo(new AnswerRendering.Step("", spoken));
    }

    private void hear(ResultPayload... payloads) {
        for (var payload : payloads) {
            var step = spoken.after(new DecodeResult.Known(payload));
            screen.append(step.print());
            spoken = step.next();
        }
    }

    private static ResultPayload view(String actions) {
        String view = "{'run_id':'g','title':'T','status':'running','progress':{'ended':0,'total':2},'actions':[%s]}";
        return requested(UiProjection.ACTION, view.formatted(actions));
    }

    private static ResultPayload question(String payload) {
        return requested(InteractionRequest.ACTION, payload);
    }

    private static ResultPayload requested(String action, String payload) {
        try {
            return new ActionRequested(action, null, new ObjectMapper().readTree(payload.replace('\'', '"')));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static ResultPayload started() {
        return new RunStarted(
                new EventId(new UUID(0, 1)),
                "planner",
                "c",
                null,
                RunnerId.parse("plugin:agenthost/action-graph/default"),
                "binding",
                "agent",
                DeliveryContext.streaming("api"),
                DeliveryPolicy.defaults(),
                null,
                Instant.EPOCH);
    }

    private static ResultPayload delta(String text) {
        return new MessageDelta(MessageChunk.assistant(text));
    }

    private static ResultPayload whole(String text) {
        return new MessageCompleted(Message.assistant(text));
    }
}
