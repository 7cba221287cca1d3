package dev.agenthost.im.discord.rendering;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.discord.calls.DiscordAnswer;
import dev.agenthost.im.discord.calls.DiscordCall;
import java.util.List;
import java.util.Optional;

/**
 * The plainer calls in the place of one that Discord refused.
 *
 * <pre>
 *  reply refused ──► message that replies to none
 *  file refused ──► message that names the file
 *  edit of a preview that is gone ──► message
 *  deletion of a message that is gone ──► nothing
 *  removal of a reaction from a message that is gone ──► nothing
 * </pre>
 */
public final class DiscordFallback {
    private DiscordFallback() {}

    /** Returns the calls to make instead, in order; empty if there are none, so that the call stays refused. They end: each is plainer. */
    public static Optional<List<DiscordCall>> of(DiscordCall call, CallOutcome.Refused refusal) {
        return switch (call) {
            case DiscordCall.Post post -> of(post, refusal.code());
            case DiscordCall.Edit edit -> {
                DiscordCall.Post replaced = edit.replaced();
                boolean isGone = refusal.code() == DiscordAnswer.NO_MESSAGE || refusal.code() == DiscordAnswer.REFUSED;
                yield isGone && replaced != null ? Optional.of(List.of(replaced)) : Optional.empty();
            }
            case DiscordCall.Delete delete -> nothing(refusal);
            case DiscordCall.Reaction reaction -> reaction.isAdded() ? Optional.empty() : nothing(refusal);
            case DiscordCall.Typing typing -> Optional.of(List.of());
            case DiscordCall.Respond respond -> Optional.empty();
        };
    }

    /** Returns a message that names the file of a call instead of showing it. */
    public static DiscordCall.Post named(DiscordCall.Post withFile) {
        return DiscordFiles.named(withFile);
    }

    private static Optional<List<DiscordCall>> of(DiscordCall.Post post, int code) {
        if (code == DiscordAnswer.NO_REPLY && post.rest().has(DiscordTarget.REFERENCE)) {
            return Optional.of(List.of(post.without(DiscordTarget.REFERENCE)));
        }
        // Without the permission to attach files, the bot may write.
        return post.file() == null || code == DiscordAnswer.UNAUTHORIZED
                ? Optional.empty()
                : Optional.of(List.of(named(post)));
    }

    private static Optional<List<DiscordCall>> nothing(CallOutcome.Refused refusal) {
        return refusal.code() == DiscordAnswer.NO_MESSAGE ? Optional.of(List.of()) : Optional.empty();
    }
}
