package dev.agenthost.im.wecom.client;

import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** Makes a request of the API that shows nothing: for a token, about an application, an upload. */
final class WeComQuery {
    private WeComQuery() {}

    /** Classifies an answer. */
    @FunctionalInterface
    interface AnswerReader {
        QueryOutcome read(int status, byte[] body);
    }

    /**
     * Never fails: an error is an outcome.
     *
     * @param largest answer in bytes
     * @param timeout between two chunks of the answer
     */
    static Uni<QueryOutcome> make(
            EgressClient outbound, HttpRequest request, int largest, Duration timeout, AnswerReader reader) {
        return outbound.call(request)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(largest, timeout).map(body -> reader.read(answer.status(), body));
                    case HttpCallResult.Invalid(String why) ->
                        outcome(new QueryOutcome.Forbidden("the address of the platform is invalid"));
                    case HttpCallResult.Forbidden(String why) -> outcome(new QueryOutcome.Forbidden(why));
                    case HttpCallResult.Unreachable(String why) -> outcome(new QueryOutcome.NoAnswer(why));
                })
                .onFailure()
                .recoverWithItem(
                        failure -> new QueryOutcome.NoAnswer(failure.getClass().getSimpleName()));
    }

    private static Uni<QueryOutcome> outcome(QueryOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }
}
