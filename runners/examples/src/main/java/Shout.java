import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;

/** Repeats each message louder, word by word. Run it with {@code ./agenthost run}. */
public class Shout {
    public static void main(String[] args) throws InterruptedException {
        var shout = RunnerSpec.named("default").described("Shout", "Says it louder");
        var plugin = RunnerPlugin.of("acme", "shout").runner(shout, (context, out, api) -> {
            for (String word : context.input().text().split("(?<= )")) {
                out.delta(word.toUpperCase()); // streamed while it is said
            }
            out.message(context.input().text().toUpperCase()); // what the transcript keeps
        });
        try (var host = RunnerHost.connect(plugin)) {
            host.awaitClosed(); // reconnects by itself
        }
    }
}
