package dev.agenthost.local.cli;

import dev.agenthost.local.box.BoxState;
import dev.agenthost.local.client.AnswerRendering;
import dev.agenthost.local.client.EventClient;
import dev.agenthost.local.client.LiveStreamClient;
import dev.agenthost.local.plan.Demo;
import dev.agenthost.local.settings.KeysFile;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "send",
        description = {
            "Sends a message to a bot and prints the answer as it streams: notes, the actions of graphs, questions.",
            "A question is answered on the chat page or over REST (docs/action-graph-guide.md).",
            "Exit code 0: answered, or waits; 1: not answered. Ctrl-C stops watching, not the run."
        },
        mixinStandardHelpOptions = true)
final class SendCommand implements Callable<Integer> {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Parameters(paramLabel = "TEXT", description = "The text of the message.")
    private String text = "";

    @Option(
            names = "--conversation",
            paramLabel = "C",
            defaultValue = "terminal",
            description = "The conversation (default: ${DEFAULT-VALUE}).")
    private String conversation = "";

    @Option(
            names = "--bot",
            paramLabel = "B",
            defaultValue = Demo.BOT,
            description = "The bot (default: ${DEFAULT-VALUE}).")
    private String bot = "";

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .build();

    private AnswerRendering spoken = AnswerRendering.nothingYet();

    @Override
    public Integer call() throws Exception {
        var layout = CommandContext.layout();
        var running = BoxState.ofRunning(layout);
        var keys = KeysFile.open(layout.keys());
        if (running.isEmpty() || keys.isEmpty()) {
            System.err.println("Agent Host is not running. Start it with ./agenthost up");
            return CommandContext.NOT_RUNNING;
        }
        var frontDoor = URI.create("http://127.0.0.1:" + running.get().frontPort());
        var key = keys.get().demoKey().key();
        var stream = new EventClient(http, frontDoor, key, LIMIT).send(bot, conversation, text);
        new LiveStreamClient(http, stream).read(this::show);
        var end = spoken.end();
        if (end == null || end.complaint().isEmpty()) {
            if (end != null && end.waits()) {
                System.out.println(
                        "The agent waits for a person, a time or another agent, and goes on then: " + page(frontDoor));
            }
            return CommandContext.OK;
        }
        System.err.println(end.complaint());
        return CommandContext.FAILED;
    }

    /** The conversation on the chat page, which asks for a key unless the browser has one. */
    private URI page(URI frontDoor) {
        return frontDoor.resolve("/#c=" + URLEncoder.encode(conversation, StandardCharsets.UTF_8) + "&bot="
                + URLEncoder.encode(bot, StandardCharsets.UTF_8));
    }

    private boolean show(ResultFrame frame) {
        var step = spoken.after(ResultCodec.decode(frame));
        System.out.print(step.print());
        System.out.flush();
        spoken = step.next();
        return spoken.end() == null;
    }
}
