package dev.agenthost.orchestrator.lifecycle.http;

import dev.agenthost.orchestrator.run.RunCursor;
import dev.agenthost.orchestrator.run.RunFilter;
import dev.agenthost.orchestrator.run.RunFilter.Within;
import dev.agenthost.orchestrator.run.RunStatus;
import dev.agenthost.platform.rest.PageRequest;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.topic.ConversationKey;
import jakarta.ws.rs.QueryParam;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The parameters of a list of runs. An error names its parameter. */
public class RunListParameters {
    private static final int LONGEST = 512;
    private static final Pattern CODE = Pattern.compile("[a-z0-9_.]{1,100}");

    @QueryParam("status")
    @Parameter(ref = "status")
    @Nullable
    List<String> status;

    @QueryParam("runner_id")
    @Parameter(description = "Only runs of this runner, `plugin:author/name/runner`. Default: all runners.")
    @Nullable
    String runner;

    @QueryParam("bot_id")
    @Parameter(description = "Only runs of this bot. Default: all bots.")
    @Nullable
    String bot;

    @QueryParam("conversation_id")
    @Parameter(
            description =
                    "Only runs of this conversation, in all its threads. Requires bot_id. Default: all conversations.")
    @Nullable
    String conversation;

    @QueryParam("thread_id")
    @Parameter(
            description =
                    "Only runs of this thread; empty for messages outside threads. Requires conversation_id. Default: all threads.")
    @Nullable
    String thread;

    @QueryParam("code")
    @Parameter(
            description = "Only runs that ended with this failure code or unanswered reason, or `waiting` for "
                    + "runs that the runner expects to be continued. Default: all codes.")
    @Nullable
    String code;

    @QueryParam("since")
    @Parameter(description = "Only runs admitted at or after this time (RFC 3339). Default: no lower bound.")
    @Nullable
    String since;

    @QueryParam("until")
    @Parameter(description = "Only runs admitted before this time (RFC 3339). Default: no upper bound.")
    @Nullable
    String until;

    @QueryParam("limit")
    @Parameter(description = "The maximum number of runs per page, 1 to 100. Default: 50.")
    @Nullable
    String limit;

    @QueryParam("cursor")
    @Parameter(description = "The next_cursor of the previous page. Absent for the first page.")
    @Nullable
    String cursor;

    RunFilter filter(String workspaceId) {
        return new RunFilter(
                within(workspaceId), runner(), statuses(), code(), time(since, "since"), time(until, "until"));
    }

    int limit() {
        return RequestBodyReader.checked(() -> PageRequest.limit(limit));
    }

    @Nullable
    RunCursor before() {
        return cursor == null
                ? null
                : RunCursor.read(cursor)
                        .orElseThrow(() -> wrong("cursor", "cursor must be a cursor of an earlier page."));
    }

    private Within within(String workspaceId) {
        if (thread != null && conversation == null) {
            throw wrong("conversation_id", "thread_id needs the conversation_id that it is in.");
        }
        if (conversation != null && bot == null) {
            throw wrong("bot_id", "conversation_id needs the bot_id whose it is.");
        }
        if (bot == null) {
            return new Within.Workspace();
        }
        name(bot, "bot_id");
        name(conversation, "conversation_id");
        name(thread, "thread_id");
        String prefix = ConversationKey.prefix(workspaceId, bot, conversation);
        return thread == null
                ? new Within.Keys(prefix)
                : new Within.Thread(new ConversationKey(prefix + PercentEncoding.encode(thread)));
    }

    private @Nullable RunnerId runner() {
        try {
            name(runner, "runner_id");
            return runner == null ? null : RunnerId.parse(runner);
        } catch (IllegalArgumentException e) {
            throw wrong("runner_id", "runner_id must be of the form plugin:author/name/runner.");
        }
    }

    private Set<RunStatus> statuses() {
        if (status == null || status.isEmpty()) {
            return RunFilter.ANY;
        }
        Set<RunStatus> statuses = EnumSet.noneOf(RunStatus.class);
        for (String one : status) {
            statuses.add(RunStatus.ofWire(one)
                    .orElseThrow(() ->
                            wrong("status", "status must be one of queued, running, completed, failed, cancelled.")));
        }
        return statuses;
    }

    private @Nullable String code() {
        if (code != null && !CODE.matcher(code).matches()) {
            throw wrong("code", "code must be a failure code, such as host.lost, or a reason of run.unanswered.");
        }
        return code;
    }

    private static @Nullable Instant time(@Nullable String text, String field) {
        if (text == null) {
            return null;
        }
        try {
            Instant time = OffsetDateTime.parse(text).toInstant();
            if (RunCursor.isOfOurTime(time)) {
                return time;
            }
        } catch (DateTimeException e) {
            // Handled below, like every other invalid time.
        }
        throw wrong(field, field + " must be a time like 2026-11-21T10:00:00Z.");
    }

    private static void name(@Nullable String text, String field) {
        if (text != null && (text.length() > LONGEST || text.indexOf('\u0000') >= 0)) {
            throw wrong(field, field + " must be at most " + LONGEST + " plain characters.");
        }
    }

    private static ProblemException wrong(String field, String why) {
        return new ProblemException(FailureCode.INVALID_ARGUMENT, why, field);
    }
}
