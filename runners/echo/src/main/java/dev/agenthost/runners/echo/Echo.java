package dev.agenthost.runners.echo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.sdk.AgentRunner;
import dev.agenthost.sdk.CancellationToken;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Repeats each message, word by word, and counts the messages of the conversation. */
final class Echo implements AgentRunner {
    /** The key of the count, in the conversation's state. */
    static final String COUNT = "external.count";

    private static final Pattern WORDS = Pattern.compile("\\S+\\s*|\\s+");
    private static final int LOOK_BACK = 20;

    private final Duration betweenWords;

    /** @param betweenWords pause after each word */
    Echo(Duration betweenWords) {
        this.betweenWords = betweenWords;
    }

    @Override
    public void run(AgentRunContext context, RunOutput out, HostApi api) throws InterruptedException {
        String text = context.input().text();
        if (text == null || text.isEmpty()) {
            return;
        }
        switch (EchoOptions.of(text)) {
            case EchoOptions.Say say -> send(say.text(), out);
            case EchoOptions.Previous previous -> send(previous(context, api), out);
            case EchoOptions.Sleep sleep -> {
                out.toolCallStarted(
                        "sleep", "sleep", LongNode.valueOf(sleep.time().toMillis()));
                sleep(sleep.time(), api.cancellation());
                out.toolCallCompleted("sleep", "sleep", null, null);
                send(sleep.text(), out);
            }
            case EchoOptions.Fail fail -> {
                out.failed("echo.asked_to_fail", "the message asked for a failure", false);
                return;
            }
        }
        if (context.context().availableApis().state() && context.conversation() != null) {
            count(out, api);
        }
    }

    private void send(String text, RunOutput out) throws InterruptedException {
        Matcher words = WORDS.matcher(text);
        while (words.find()) {
            out.delta(words.group());
            if (!betweenWords.isZero()) {
                Thread.sleep(betweenWords);
            }
        }
        out.message(text);
    }

    private static String previous(AgentRunContext context, HostApi api) {
        return api.historyPage(LOOK_BACK).items().stream()
                .filter(item -> item.role().equals("user"))
                .filter(item -> !item.eventId().equals(context.event().eventId()))
                .map(TranscriptItem::content)
                .filter(content -> content != null && !content.isEmpty())
                .findFirst()
                .orElse("There is no previous message.");
    }

    /** Sleeps, at most until the run is cancelled. */
    private static void sleep(Duration time, CancellationToken cancellation) throws InterruptedException {
        CountDownLatch cancelled = new CountDownLatch(1);
        try (CancellationToken.Registration waking = cancellation.onCancelled(cancelled::countDown)) {
            cancelled.await(time.toNanos(), TimeUnit.NANOSECONDS);
        }
        cancellation.throwIfCancelled();
    }

    private static void count(RunOutput out, HostApi api) {
        long before = api.stateGet(StateScope.CONVERSATION, COUNT)
                .filter(JsonNode::isIntegralNumber)
                .map(JsonNode::longValue)
                .orElse(0L);
        out.stateUpdated(StateScope.CONVERSATION, COUNT, LongNode.valueOf(before + 1));
    }
}
