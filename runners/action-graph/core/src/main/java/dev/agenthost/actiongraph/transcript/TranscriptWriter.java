package dev.agenthost.actiongraph.transcript;

import dev.agenthost.actiongraph.result.TextLimiter;
import dev.agenthost.actiongraph.result.TokenEstimator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the request to a model as Markdown within a token budget. Old turns lose detail first. */
public final class TranscriptWriter {
    /** The instruction after the turns. */
    static final String CLOSING = "Based on all turns above, decide the next step.\n"
            + "Strictly follow the Agent Protocol output requirements for this request.";

    private static final String BACKGROUND = "## Other graphs of this conversation\n\n"
            + "They belong to earlier requests and go on by themselves. You can tell the user about them; a declaration can neither read nor change them. The user stops one with the button of its card.\n\n";

    private final TokenEstimator tokens;
    private final ReplayPolicy replay;
    private final TurnText turnText;

    public TranscriptWriter(TokenEstimator tokens, ReplayPolicy replay) {
        this.tokens = tokens;
        this.replay = replay;
        this.turnText = new TurnText(new TextLimiter(tokens));
    }

    /** Writes the transcript with the most detail that fits into {@code maxTokens}. */
    public RequestText write(Transcript transcript, int maxTokens) {
        List<ConversationTurn> turns = transcript.turns();
        DetailPlan plan = new DetailPlan(
                turns,
                DetailPlan.initial(
                        turns,
                        replay,
                        turn -> tokens.tokens(turnText.write(turns, turn, TurnDetail.EXACT)) <= replay.shortTokens()));
        String text = text(transcript, plan.after(plan.size()));
        if (tokens.tokens(text) > maxTokens && !transcript.background().isEmpty()) {
            return write(transcript.withoutBackground(), maxTokens);
        }
        if (tokens.tokens(text) > maxTokens) {
            return new RequestText.TooLarge(tokens.tokens(text));
        }
        int fitting = plan.size();
        int low = 0;
        while (low < fitting) {
            int middle = (low + fitting) >>> 1;
            String candidate = text(transcript, plan.after(middle));
            if (tokens.tokens(candidate) <= maxTokens) {
                fitting = middle;
                text = candidate;
            } else {
                low = middle + 1;
            }
        }
        return new RequestText.Fitting(text, tokens.tokens(text));
    }

    private String text(Transcript transcript, List<TurnDetail> details) {
        List<String> blocks = new ArrayList<>();
        if (!transcript.capabilities().isEmpty()) {
            blocks.add(transcript.capabilities());
        }
        if (!transcript.background().isEmpty()) {
            blocks.add(BACKGROUND
                    + transcript.background().stream()
                            .map(line -> "- " + QuotedText.line(line))
                            .collect(Collectors.joining("\n")));
        }
        long omitted = details.stream().filter(TurnDetail.OMITTED::equals).count();
        if (omitted > 0) {
            blocks.add("[" + omitted + " earlier turns are omitted.]");
        }
        for (int turn = 0; turn < details.size(); turn++) {
            if (details.get(turn) != TurnDetail.OMITTED) {
                blocks.add(turnText.write(transcript.turns(), turn, details.get(turn)));
            }
        }
        blocks.add(CLOSING);
        return String.join("\n\n", blocks) + "\n";
    }
}
