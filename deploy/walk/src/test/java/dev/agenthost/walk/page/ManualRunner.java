package dev.agenthost.walk.page;

import dev.agenthost.local.box.Box;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
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
        var spec = RunnerSpec.named("default").described("Puppet", "Says what a test tells it");
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
