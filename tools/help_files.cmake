# cmake -DFLATLINE=PROGRAM -DSOURCE=MAN-PAGE-SOURCE -DSCDOC=SCDOC -DOUT=FOLDER -P help_files.cmake: the
# completions and, where SCDOC is a program, the man page. What they say of options the program
# tells.
function(ask file)
    execute_process(COMMAND ${FLATLINE} help ${ARGN}
        OUTPUT_FILE ${OUT}/${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

ask(flatline.bash --completions bash)
ask(_flatline --completions zsh)
ask(flatline.fish --completions fish)
if(SCDOC)
    ask(sections.scd --man)
    file(READ ${SOURCE} page)
    file(READ ${OUT}/sections.scd sections)
    string(REPLACE "@SECTIONS@\n" "${sections}" page "${page}")
    file(WRITE ${OUT}/flatline.1.scd "${page}")
    execute_process(COMMAND ${SCDOC}
        INPUT_FILE ${OUT}/flatline.1.scd OUTPUT_FILE ${OUT}/flatline.1
        COMMAND_ERROR_IS_FATAL ANY)
endif()
