package dev.agenthost.local.cli;

import dev.agenthost.local.client.EventClient;
import dev.agenthost.local.client.LiveStreamClient;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "send",
        description = {
            "Sends a message to a bot and prints the answer as it streams: notes, the actions of graphs, questions.",
            "A question is answered by ./agenthost respond, on the chat page or over REST (docs/action-graph-guide.md).",
            "Exit code 0: answered, or waits; 1: not answered. Ctrl-C stops watching, not the run."
        },
        mixinStandardHelpOptions = true)
final class SendCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "TEXT", description = "The text of the message.")
    private String text = "";

    @Mixin
    private final ConversationOptions conversation = new ConversationOptions();

    @Override
    public Integer call() throws Exception {
        var api = conversation.api();
        if (api.isEmpty()) {
            return KeyApiClient.notRunning();
        }
        var stream = new EventClient(api.get()).send(conversation.bot(), conversation.conversation(), text);
        return AnswerPrinter.of(spec)
                .print(new LiveStreamClient(api.get().http(), stream), conversation.remedy(api.get()));
    }
}
