package dev.agenthost.gateway.bot;

import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import dev.agenthost.protocol.bot.FormSubmission;
import dev.agenthost.protocol.bot.FormSubmissionResult;
import dev.agenthost.protocol.bot.FormSubmissionResult.InvalidValue;
import dev.agenthost.protocol.bot.QuestionFormResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The forms of a run-orchestrator: each question is the same, and its first submission is its response. */
public final class ScriptedForms implements QuestionFormClient {
    private final Map<String, FormSubmission> responses = new ConcurrentHashMap<>();
    private final List<FormSubmission> submissions = new CopyOnWriteArrayList<>();
    private volatile @Nullable InteractionRequest question;
    private volatile @Nullable Outcome refusal;
    private volatile @Nullable InvalidValue invalid;

    /** Begins with a question, given as JSON, that nobody has answered. */
    public void ask(String json) {
        try {
            question = InteractionRequest.read(ProtocolCodec.readTree(json));
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
        responses.clear();
        submissions.clear();
        refusal = null;
        invalid = null;
    }

    /** Refuses what follows. */
    public void refuse(Outcome outcome) {
        refusal = outcome;
    }

    /** Accepts no value of a field from now on; null to accept all. */
    public void refuseValue(@Nullable InvalidValue value) {
        invalid = value;
    }

    /** Returns what was submitted, in its order. */
    public List<FormSubmission> submissions() {
        return List.copyOf(submissions);
    }

    /** Returns the accepted responses. */
    public List<FormSubmission> responses() {
        return List.copyOf(responses.values());
    }

    QuestionFormResult opened(ButtonPress press) {
        return refusal == null ? new QuestionFormResult(null, question) : new QuestionFormResult(refusal, null);
    }

    FormSubmissionResult submitted(FormSubmission form) {
        submissions.add(form);
        if (refusal != null || invalid != null) {
            return new FormSubmissionResult(refusal, refusal == null ? invalid : null);
        }
        FormSubmission first = responses.putIfAbsent(form.press().token(), form);
        return new FormSubmissionResult(
                first == null || first.equals(form) ? Outcome.ACCEPTED : Outcome.ANSWERED, null);
    }

    @Override
    public CompletionStage<QuestionFormResult> open(ButtonPress press) {
        return CompletableFuture.completedFuture(opened(press));
    }

    @Override
    public CompletionStage<FormSubmissionResult> submit(FormSubmission form) {
        return CompletableFuture.completedFuture(submitted(form));
    }
}
