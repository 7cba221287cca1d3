package dev.agenthost.walk.page;

import dev.agenthost.local.box.Box;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** A runner that emits results when the test calls it. One run at a time. */
final class ManualRunner implements AutoCloseable {

    static final String RUNNER_ID = "plugin:page/puppet/default";

    private static final Consumer<RunOutput> END = out -> {};

    private final BlockingQueue<Consumer<RunOutput>> steps = new LinkedBlockingQueue<>();
    private final RunnerHost host;

    ManualRunner(Box box) {
        var spec = RunnerSpec.named("default")
                .described("Puppet", "Says what a test tells it")
                .capabilities("streaming", "interrupt", "interactions")
                .permissions(Map.of("interactions", List.of("request")));
        host = RunnerHost.connect(
                box.runnerAddress(),
                box.keys().runnerKey(),
                RunnerPlugin.of("page", "puppet").runner(spec, (context, out, api) -> play(out)));
    }

    private void play(RunOutput out) throws InterruptedException {
        for (var step = steps.take(); step != END; step = steps.take()) {
            step.accept(out);
        }
    }

    boolean isRegistered() {
        return host.isRegistered();
    }

    void says(String piece) {
        steps.add(out -> out.delta(piece));
    }

    /** Emits an image as an artifact. */
    void makes(SamplePhoto picture) {
        steps.add(out -> out.artifact("image", picture.name(), picture.type(), picture.bytes()));
    }

    /** Asks whoever uses the page. */
    void asks(InteractionRequest question) {
        steps.add(out -> out.ask(question, List.of()));
    }

    /** Shows a graph of actions as it stands. */
    void shows(UiProjection view) {
        steps.add(out -> out.projection(view));
    }

    /** Ends the run; another one goes on. */
    void waits() {
        steps.add(out -> out.completed("waiting"));
        ends();
    }

    /** Emits the whole message of the deltas. */
    void concludes(String message) {
        steps.add(out -> out.message(message));
    }

    void ends() {
        steps.add(END);
    }

    @Override
    public void close() {
        host.close();
    }
}
