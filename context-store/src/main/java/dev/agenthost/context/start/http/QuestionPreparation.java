package dev.agenthost.context.start.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.RunEnd;
import dev.agenthost.watch.preparation.Preparation;
import jakarta.enterprise.context.ApplicationScoped;

/** Prepares what each run asks. */
@ApplicationScoped
class QuestionPreparation implements Preparation {
    private final ObjectMapper mapper;

    QuestionPreparation(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public void prepare() {
        mapper.readerFor(RunContextQuestion.class);
        mapper.readerFor(RunEnd.class);
        mapper.writerFor(RunContextAnswer.class);
    }
}
