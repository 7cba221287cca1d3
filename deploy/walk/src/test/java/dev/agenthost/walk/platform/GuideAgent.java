package dev.agenthost.walk.platform;

import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * The agent of the pictures in the guides: it begins an answer, waits until the chat was seen, completes the answer with a file, and asks a
 * question. To the response, by a button or in words, it answers once more.
 */
final class GuideAgent {
    static final String ID = "plugin:walk/guide/default";
    static final String MESSAGE = "How did the shop do this week?";
    static final String TITLE = "Order 50 lamps?";
    static final String YES = "Order";
    static final String NO = "Not now";
    static final String YES_IN_WORDS = "order";
    static final String LAST = "are ordered.";
    static final String LAST_OF_BEGINNING = "lamp";

    private static final String BEGINNING = """
            ## Week 48

            Sales grew by **12 %**.

            - Bestseller: the mug `M-12`
            - Sold out: the *blue* lamp""";

    private static final String REST = """


            | Product | Sold | Left |
            |---|---|---|
            | Mug | 128 | 40 |
            | Lamp | 64 | 0 |

            ```sql
            SELECT product, sum(quantity)
            FROM orders GROUP BY product;
            ```""";

    private static final InteractionRequest QUESTION = new InteractionRequest(
            "order",
            InteractionRequest.Kind.CONFIRMATION,
            TITLE,
            "The supplier delivers on Thursday.",
            List.of(),
            List.of(
                    new InteractionAction("yes", YES, InteractionAction.Style.PRIMARY),
                    new InteractionAction("no", NO, InteractionAction.Style.DEFAULT)),
            null,
            TITLE + " The supplier delivers on Thursday. Reply “order” or “not now”.");

    private GuideAgent() {}

    /** @param isSeen counted down when the beginning of the answer was seen */
    static RunnerPlugin plugin(CountDownLatch isSeen) throws IOException {
        byte[] chart = chart();
        RunnerSpec spec = RunnerSpec.named("default")
                .capabilities("streaming", "interactions")
                .permissions(Map.of("interactions", List.of("request")));
        return RunnerPlugin.of("walk", "guide").runner(spec, (context, out, api) -> {
            if (context.input().interaction() != null || context.input().text().equals(YES_IN_WORDS)) {
                out.message("Done: **50 lamps** are ordered.");
                return;
            }
            out.delta(BEGINNING);
            isSeen.await();
            out.artifact("image", "sales.png", "image/png", chart);
            out.message(BEGINNING + REST);
            out.ask(QUESTION, List.of());
            out.completed("waiting");
        });
    }

    private static byte[] chart() throws IOException {
        try (InputStream chart = GuideAgent.class.getResourceAsStream("/picture/sales.png")) {
            if (chart == null) {
                throw new IllegalStateException("picture/sales.png is missing");
            }
            return chart.readAllBytes();
        }
    }
}
