package dev.agenthost.orchestrator.lifecycle.attempt;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.lifecycle.attempt.RunEffect.StreamEffect;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInput.StreamInput;
import dev.agenthost.orchestrator.result.DeltaMode;
import dev.agenthost.orchestrator.result.ResultIntake;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import io.smallrye.mutiny.Uni;
import java.util.function.Consumer;

/** Runner of a test, without a connection: the test sends its results, as frames. */
public final class ScriptedStream implements RunnerStream {
    private static final ResultRateLimiter.Rate UNLIMITED = new ResultRateLimiter.Rate(1_000_000, 1_000_000);

    private final RunInputs inputs;
    private final Consumer<StreamEffect> performed;

    private ScriptedStream(RunInputs inputs, Consumer<StreamEffect> performed) {
        this.inputs = inputs;
        this.performed = performed;
    }

    /**
     * Reserves the runner and opens its session.
     *
     * @param performed receives the effects; may throw
     */
    public static ScriptedStream reserve(RunInputs inputs, Consumer<StreamEffect> performed) {
        ScriptedStream stream = new ScriptedStream(inputs, performed);
        ResultIntake intake = new ResultIntake("the-run", DeltaMode.INCREMENT, false);
        inputs.submit(new RunInput.Reserved(stream, new Inbox(intake, new ResultRateLimiter(UNLIMITED, 0))));
        Uni.createFrom()
                .<Boolean>emitter(caller -> inputs.submit(new StreamInput.Open(null, caller)))
                .subscribe()
                .with(opened -> {});
        return stream;
    }

    /** Sends results, each in a frame of its own. */
    public void say(ResultPayload... results) {
        for (ResultPayload result : results) {
            ObjectNode frame = JsonNodeFactory.instance.objectNode();
            frame.put("type", result.type()).set("data", ProtocolCodec.tree(result));
            arrived(new InboxItem.Result(frame, false));
        }
    }

    public static MessageDelta delta(String text) {
        return new MessageDelta(MessageChunk.assistant(text));
    }

    public void complete() {
        say(new RunCompleted("stop", null));
    }

    /** The connection of the runner is gone. */
    public void lose() {
        arrived(new InboxItem.Lost("closed"));
    }

    /** Ends the run before its runner is called. */
    public void notCalled(ExecutionOutcome outcome) {
        inputs.submit(new StreamInput.NotCalled(outcome));
    }

    private void arrived(InboxItem item) {
        inputs.submit(new StreamInput.Arrived(item, 1));
    }

    @Override
    public void perform(StreamEffect effect) {
        if (effect instanceof StreamEffect.AnswerOpen answer) {
            answer.caller().complete(answer.opened());
        }
        performed.accept(effect);
    }
}
